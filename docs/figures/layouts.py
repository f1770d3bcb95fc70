"""Figures of layouts: the swizzle, the matrix descriptor, the accumulator fragment, the TMA box."""

from svg import Figure



def swizzle_128b(facts: dict) -> Figure:
    swizzle = facts["swizzle"]
    offsets = swizzle["offsets"]
    rows, chunks = len(offsets), len(offsets[0])
    figure = Figure(
        "swizzle_128b",
        "The 128-byte swizzle of one atom: 8 rows of 8 chunks",
        "Two grids of 8 rows by 8 chunks of 16 bytes. Left: every row in order, so that column 2 lies in one group of "
        "banks. Right: as swizzle_128b places them, so that the same column lies in 8 different groups of banks.",
        720, 436)
    cell_w, cell_h, top = 35, 32, 96
    for left, swizzled in ((52, False), (408, True)):
        figure.text(left, 24, "with the 128-byte swizzle" if swizzled else "without a swizzle", 15, weight=600)
        figure.text(left, 46, "chunk c of row r: slot c xor (r mod 8)" if swizzled else
                    "chunk c of row r: slot c", 13, colour="muted")
        for slot in range(chunks):
            figure.text(left + (slot + 0.5) * cell_w, top - 10, slot, 12, "middle", "muted")
        figure.text(left - 30, top - 10, "slot", 12, colour="muted")
        for row in range(rows):
            figure.text(left - 12, top + (row + 0.64) * cell_h, row, 12, "end", "muted")
            for chunk in range(chunks):
                offset = offsets[row][chunk] if swizzled else row * swizzle["row_bytes"] + chunk * swizzle["chunk_bytes"]
                row_slot, slot = offset // swizzle["row_bytes"], offset % swizzle["row_bytes"] // swizzle["chunk_bytes"]
                marked = chunk == 2
                figure.rect(left + slot * cell_w, top + row_slot * cell_h, cell_w, cell_h,
                            fill="orange-soft" if marked else "surface", stroke="orange" if marked else "line")
                figure.text(left + (slot + 0.5) * cell_w, top + (row_slot + 0.64) * cell_h, f"c{chunk}", 13, "middle",
                            weight=700 if marked else None)
    figure.text(20, top + 4 * cell_h, "row", 12, "middle", "muted", rotate=-90)

    def banks(swizzled):
        return sorted({(offsets[r][2] if swizzled else 2 * swizzle["chunk_bytes"]) % swizzle["row_bytes"] // 4 // 4
                       for r in range(rows)})

    for left, swizzled in ((52, False), (408, True)):
        groups = banks(swizzled)
        one = len(groups) == 1
        effect = f"{rows} passes, one after the other" if one else f"{rows // len(groups)} pass"
        figure.lines(left, top + 8 * cell_h + 24, [
            f"c2 of {rows} rows lies in {len(groups)} slot{'' if one else 's'}, so in {4 * len(groups)} of 32 banks:",
            f"reading it takes {effect}."], 13)
    figure.text(52, top + 8 * cell_h + 66, "A slot is 16 bytes, four banks of 4 bytes; a row is 128 bytes, all 32 banks.", 13,
                colour="muted")
    return figure


def descriptor(facts: dict) -> Figure:
    steps = facts["descriptor"]["steps"]
    first = steps[0]
    figure = Figure(
        "descriptor",
        "The 64 bits of the matrix descriptor that WGMMA takes for an operand in shared memory",
        f"A bar of 64 bits with its fields, for a tile at shared address {facts['descriptor']['address']}, and the start "
        "address of the four steps of 16 columns along K.", 720, 330)
    left, width, top = 20, 680, 66
    bit = width / 64
    figure.text(left, 24, f"encode_smem_descriptor(0x{facts['descriptor']['address']:x}) = {first['bits']}", 15, weight=600)
    fields = [(62, 2, "green", 1), (49, 3, "purple", first["base_offset"]), (32, 14, "blue", first["stride_bytes"] >> 4),
              (16, 14, "purple", first["leading_bytes"] >> 4), (0, 14, "orange", first["start"] >> 4)]
    figure.rect(left, top, width, 40, fill="surface")
    bits = int(first["bits"], 16)
    for low, count, colour, value in fields:
        assert bits >> low & ((1 << count) - 1) == value, "a field is not where the figure draws it"
        x = left + (64 - low - count) * bit
        figure.rect(x, top, count * bit, 40, fill=f"{colour}-soft", stroke=colour, width=1.5)
        figure.text(x + 2, top - 6, low + count - 1, 12, colour="muted")
        if count > 3:
            figure.text(x + count * bit - 2, top - 6, low, 12, "end", "muted")
        figure.text(x + count * bit / 2, top + 25, value, 14, "middle", weight=600, mono=True)
    callouts = [(63, 20, ["swizzle mode", f"1: {first['swizzle_bytes']} bytes"]),
                (50.5, 124, ["base offset", "0: at 1024 bytes"]),
                (39, 246, ["stride byte offset / 16", f"{first['stride_bytes']} bytes: 8 rows"]),
                (23, 408, ["leading byte offset / 16", "unused when swizzled"]),
                (7, 574, ["start address / 16", f"shared byte {first['start']}"])]
    for position, x, words in callouts:
        centre = left + (64 - position) * bit
        figure.path(f"M{centre:.1f} {top + 40} V{top + 52} L{max(x + 12, min(centre, x + 60)):.1f} {top + 64}")
        figure.lines(x, top + 80, words, 12.5, 17)
    figure.text(left, 206, "Along K the descriptor moves by 16 columns = 32 bytes = 2 units of the start address:", 13)
    for i, step in enumerate(steps):
        x = left + i * 172
        figure.box(x, 222, 160, 78, [f"columns {16 * i} to {16 * i + 15}", f"start {step['start'] >> 4}",
                                     f"byte {step['start']}"], "orange" if i == 0 else "line",
                   "orange-soft" if i == 0 else "surface")
    return figure


def accumulator_fragment(facts: dict) -> Figure:
    fragment = facts["fragment"]
    holder = {}
    for thread, registers in enumerate(fragment["threads"]):
        for index, (row, column) in enumerate(registers):
            assert (row, column) not in holder, "two registers hold the same element"
            holder[row, column] = (thread, index)
    figure = Figure(
        "accumulator_fragment",
        "Which thread and register of a warp group holds which element of D",
        "The first 16 rows and 16 columns of a 64-row accumulator: each cell names its thread and register, the four "
        "elements of thread 5 in the first 8 columns are marked, and a strip beside it shows the four warps' rows.",
        720, 560)
    left, top, w, h = 122, 84, 36, 27
    figure.text(left, 24, "D: thread (t) and register (r) that hold each element", 15, weight=600)
    figure.text(left, 46, "rows 0 to 15, which are warp 0's, and columns 0 to 15; those of thread 5 are framed", 13, colour="muted")
    for column in range(16):
        figure.text(left + (column + 0.5) * w, top - 8, column, 12, "middle", "muted")
    colours = ["blue", "orange", "green", "purple"]
    for row in range(16):
        figure.text(left - 8, top + (row + 0.66) * h, row, 12, "end", "muted")
        for column in range(16):
            thread, index = holder[row, column]
            marked = thread == 5
            quad = colours[thread % 4]
            figure.rect(left + column * w, top + row * h, w, h, fill=f"{quad}-soft", stroke="line", width=0.7)
            figure.text(left + (column + 0.5) * w, top + row * h + 12, f"t{thread}", 12, "middle",
                        weight=700 if marked else None)
            figure.text(left + (column + 0.5) * w, top + row * h + 24, f"r{index}", 12, "middle",
                        weight=700 if marked else None, colour="ink" if marked else "muted")
    for row in range(16):
        for column in range(16):
            if holder[row, column][0] == 5:
                figure.rect(left + column * w + 1, top + row * h + 1, w - 2, h - 2, stroke="red", width=2)
    # The warps' rows, of all 64.
    figure.text(20, top - 8, "64 rows", 12, colour="muted")
    for warp in range(4):
        rows = sorted({row for (row, _), (thread, _) in holder.items() if thread // 32 == warp})
        y = top + warp * 16 * h / 4
        figure.rect(20, y, 54, 4 * h, fill="blue-soft" if warp == 0 else "surface", stroke="blue" if warp == 0 else "line")
        figure.lines(47, y + 2 * h - 4, [f"warp {warp}", f"{rows[0]} to {rows[-1]}"], 12, 16, anchor="middle")
    figure.lines(left, top + 16 * h + 22, [
        "A quad of lanes owns two rows, eight apart. Of every 8 columns each of its lanes owns",
        "two neighbours in both rows. 64 x N elements in 128 threads: N / 2 registers a thread."], 13)
    return figure


def tma_box(facts: dict) -> Figure:
    box = facts["tma_box"]
    figure = Figure(
        "tma_box",
        "A TMA box that hangs over two edges of the matrix",
        f"A matrix of {box['rows']} rows and {box['columns']} columns; the box of {box['box_rows']} by "
        f"{box['box_columns']} at row {box['box_row']}, column {box['box_column']} lies partly outside. In shared memory "
        "what lies outside is zero.", 720, 400)
    scale, left, top, row_h = 2.4, 30, 72, 16
    figure.text(left, 26, "global memory", 15, weight=600)
    figure.text(left, 48, f"matrix of {box['rows']} x {box['columns']} fp16", 13, colour="muted")
    figure.rect(left, top, box["columns"] * scale, box["rows"] * row_h, fill="blue-soft", stroke="blue")
    bx, by = left + box["box_column"] * scale, top + box["box_row"] * row_h
    figure.rect(bx, by, box["box_columns"] * scale, box["box_rows"] * row_h, stroke="red", width=2, dash="6 4")
    figure.text(left + 8, top + 20, "A", 14, weight=600)
    figure.lines(bx - 8, by + box["box_rows"] * row_h - 22, [f"box {box['box_rows']} x {box['box_columns']}",
                 f"at row {box['box_row']}, column {box['box_column']}"], 13, anchor="end", colour="red")
    x0, cell_w, cell_h, y0 = 440, 32, 28, 96
    figure.text(x0, 26, "shared memory, after the copy", 15, weight=600)
    figure.lines(x0, 48, ["elements from A in each 16-byte chunk", "(drawn before the swizzle)"], 13, colour="muted")
    for row, chunks in enumerate(box["loaded"]):
        for chunk, count in enumerate(chunks):
            figure.rect(x0 + chunk * cell_w, y0 + row * cell_h, cell_w, cell_h,
                        fill="blue-soft" if count else "surface", stroke="blue" if count else "line")
            figure.text(x0 + (chunk + 0.5) * cell_w, y0 + (row + 0.66) * cell_h, count if count else "0", 13, "middle",
                        colour="ink" if count else "muted")
    inside = sum(map(sum, box["loaded"]))
    figure.line(bx + box["box_columns"] * scale + 6, by + 40, x0 - 10, y0 + 4 * cell_h, colour="red", arrow=True)
    figure.lines(left, 362, [
        f"{inside} of {box['box_rows'] * box['box_columns']} elements come from A, the others arrive as zeros;",
        f"the barrier is credited with the whole box all the same: {box['bytes']} bytes."], 13)
    return figure
