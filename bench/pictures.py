"""The pictures of the recorded results, drawn as the documentation's other figures are, so that they follow light and dark."""

import math
import sys
from pathlib import Path

from derived import CUBE, LIBRARIES, row_at, shapes_of, versions_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs" / "figures"))
from svg import Figure  # noqa: E402

NAMES = {"cublas": "cuBLAS", "cublaslt": "cuBLASLt"}
# A version's colour and marker, beside which lines can be told apart without seeing colours; libraries are grey.
COLOURS = ("orange", "red", "blue", "green", "purple")
MARKERS = (
    "M-5 -4 H5 L0 5 Z",  # triangle down
    "M-4 -4 H4 V4 H-4 Z",  # square
    "M-5 4 H5 L0 -5 Z",  # triangle up
    "M-4.5 0 A4.5 4.5 0 1 0 4.5 0 A4.5 4.5 0 1 0 -4.5 0 Z",  # circle
    "M0 -6 L6 0 L0 6 L-6 0 Z",  # diamond
    "M-5 -1.5 H-1.5 V-5 H1.5 V-1.5 H5 V1.5 H1.5 V5 H-1.5 V1.5 H-5 Z",  # cross
)
DASHES = {"cublas": "7 4", "cublaslt": "2 4"}


def display(name):
    """A row's name for people."""
    return NAMES.get(name) or (name.upper() if ":" not in name else name.replace("v", "V", 1).replace(":", " "))


def colour_of(name):
    """A contender's colour in the palette."""
    return "muted" if name in LIBRARIES else COLOURS[(int(name[1:]) - 1) % len(COLOURS)]


def draw_marker(figure, name, x, y):
    """The marker of a version's points; libraries have none."""
    if name not in LIBRARIES:
        path = MARKERS[(int(name[1:]) - 1) % len(MARKERS)]
        paint = figure.paint(colour_of(name))
        figure.parts.append(f'<path transform="translate({x:.1f} {y:.1f})" d="{path}" fill="{paint}"/>')


def bar(figure, x, y, length, height, colour, words):
    """A horizontal bar, with words behind its end."""
    figure.rect(x, y, length, height, fill=colour, stroke="none")
    figure.text(x + length + 6, y + height / 2 + 5, words, 13)


def horizontal_axis(figure, left, y, scale, ticks, label):
    """Ticks below an axis and what they count."""
    figure.line(left, y, left + scale * ticks[-1], y)
    for tick in ticks:
        figure.line(left + scale * tick, y, left + scale * tick, y + 5)
        figure.text(left + scale * tick, y + 19, tick, 12, "middle", "muted")
    figure.text(left + scale * ticks[-1] / 2, y + 39, label, 13, "middle")


def draw_ladder(records):
    result = records["ablations"]
    peak = result["machine"]["peak_teraflops"]
    rows = [row for name in (*versions_of(result), *LIBRARIES) for row in [row_at(result, CUBE, name)] if row]
    left, top, step = 84, 30, 34
    bottom = top + step * len(rows)
    scale = (708 - left) / peak
    figure = Figure(
        "ladder",
        "TFLOP/s of each version and of cuBLAS at 8192 cubed",
        "; ".join(f"{display(row['name'])} {row['teraflops']:.0f}" for row in rows) + f"; peak {peak:.0f}.",
        height=bottom + 50,
    )
    for i, row in enumerate(rows):
        y = top + step * i + 4
        share = "" if row["name"] == "cublas" else f" ({100 * row['ratio_to_cublas']:.0f}% of cuBLAS)"
        figure.text(left - 8, y + 18, display(row["name"]), 14, "end")
        bar(figure, left, y, scale * row["teraflops"], step - 8, colour_of(row["contender"]), f"{row['teraflops']:.0f}{share}")
    horizontal_axis(figure, left, bottom, scale, range(0, int(peak) + 1, 200), "TFLOP/s at M = N = K = 8192, fp16")
    figure.line(left + scale * peak, 10, left + scale * peak, bottom, "ink", dash="5 4")
    figure.text(left + scale * peak - 8, 20, f"dense peak at boost clock: {peak:.0f}", 13, "end")
    return figure


def draw_sweep(records):
    result = records["sweep"]
    sizes = sorted(shape[0] for shape in shapes_of(result) if len(set(shape)) == 1)
    names = [name for name in (*versions_of(result), *LIBRARIES) if any(row["name"] == name for row in result["rows"])]
    left, right, top, bottom = 46, 706, 16, 340
    highest = 200 * math.ceil(max(row["teraflops"] for row in result["rows"]) / 200)
    decades = math.log2(sizes[-1] / sizes[0]) or 1

    def place(size, rate):
        return left + 8 + (right - left - 16) * math.log2(size / sizes[0]) / decades, bottom - (bottom - top) * rate / highest

    figure = Figure(
        "sweep",
        "TFLOP/s over the size of cubes",
        f"One line for each of {', '.join(map(display, names))}, from {sizes[0]} to {sizes[-1]}.",
        height=410,
    )
    for rate in range(0, highest + 1, 200):
        _, y = place(sizes[0], rate)
        figure.line(left, y, right, y, width=1 if rate == 0 else 0.5)
        figure.text(left - 6, y + 4, rate, 12, "end", "muted")
    figure.text(13, (top + bottom) / 2, "TFLOP/s, fp16", 13, "middle", rotate=-90)
    for size in sizes:
        x, _ = place(size, 0)
        figure.line(x, bottom, x, bottom + 5)
        figure.text(x + 4, bottom + 18, size, 12, "end", "muted", rotate=-40)
    figure.text((left + right) / 2, bottom + 64, "M = N = K (logarithmic)", 13, "middle")
    for name in names:
        points = [place(size, row["teraflops"]) for size in sizes for row in [row_at(result, (size,) * 3, name)] if row]
        line = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        figure.path(f"M{line}", colour_of(name), 2, dash=DASHES.get(name))
        for point in points:
            draw_marker(figure, name, *point)
    half = math.ceil(len(names) / 2)
    for i, name in enumerate(names):
        x, y = right - 230 + 120 * (i // half), bottom - 22 * (half - i % half) + 4
        figure.line(x, y, x + 32, y, colour_of(name), 2, dash=DASHES.get(name))
        draw_marker(figure, name, x + 16, y)
        figure.text(x + 40, y + 5, display(name), 13)
    return figure


def grid_of(result, groups):
    """Speeds of V4's configurations with 256-wide tiles over stages and swizzle size, for some consumer groups."""
    return {
        (row["stages"], row["swizzle_size"]): row["teraflops"]
        for row in result["rows"]
        if row["contender"] == "v4" and row["consumer_groups"] == groups and row["tile"]["n"] == 256
        # These two change something else.
        and row["configuration"] not in ("128-arrivals", "relaxed-waits")
    }


def draw_ablations(records):
    grids = {groups: grid_of(records["ablations"], groups) for groups in (2, 1)}
    rates = [rate for grid in grids.values() for rate in grid.values()]
    stages = sorted({key[0] for grid in grids.values() for key in grid}, reverse=True)
    swizzles = sorted({key[1] for grid in grids.values() for key in grid})
    low, high = min(rates), max(rates)
    top, height, panel = 34, 40, 332
    width = panel / len(swizzles)
    bottom = top + height * len(stages)
    figure = Figure(
        "ablations",
        "V4 at 8192 cubed: TFLOP/s over stages and swizzle size",
        f"From {low:.0f} to {high:.0f}, for two consumer groups and for one.",
        height=bottom + 48,
    )
    for left, (groups, grid) in zip((38, 384), grids.items()):
        words = "two consumer groups, 128" if groups == 2 else "one consumer group, 64"
        figure.text(left + panel / 2, 20, f"{words} × 256 tile: TFLOP/s", 13, "middle", weight=600)
        for y, stage in enumerate(stages):
            for x, swizzle in enumerate(swizzles):
                rate = grid.get((stage, swizzle))
                centre = left + width * (x + 0.5), top + height * (y + 0.5) + 5
                if rate is None:
                    figure.text(*centre, "–", 13, "middle", "muted")
                    continue
                shade = 0.5 if high == low else (rate - low) / (high - low)
                corner = left + width * x + 1, top + height * y + 1
                figure.rect(*corner, width - 2, height - 2, fill="blue", stroke="none", opacity=0.08 + 0.5 * shade)
                figure.text(*centre, f"{rate:.0f}", 13, "middle")
        for x, swizzle in enumerate(swizzles):
            figure.text(left + width * (x + 0.5), bottom + 16, swizzle, 12, "middle", "muted")
        figure.text(left + panel / 2, bottom + 38, "swizzle size (tile columns)", 13, "middle")
    for y, stage in enumerate(stages):
        figure.text(30, top + height * (y + 0.5) + 5, stage, 12, "end", "muted")
    figure.text(13, top + height * len(stages) / 2, "stages", 13, "middle", rotate=-90)
    return figure


def draw_pipes(records):
    profiles = records["profiles"]
    rows = [row for row in profiles["rows"] if ":" not in row["name"]]
    left, top, step, scale = 84, 34, 44, 5.7
    bottom = top + step * len(rows)
    kinds = (("tensor_pipe_percent", "tensor pipe active", "blue"), ("dram_percent", "DRAM throughput", "orange"))
    figure = Figure(
        "pipes",
        "How busy the tensor pipe and DRAM are",
        "By ncu, for " + ", ".join(display(row["name"]) for row in rows) + ".",
        height=bottom + 50,
    )
    for i, (metric, label, colour) in enumerate(kinds):
        figure.rect(left + 190 * i, 8, 14, 14, fill=colour, stroke="none")
        figure.text(left + 190 * i + 20, 20, label, 13)
        for j, row in enumerate(rows):
            value = row["metrics"][metric]
            words = "not available" if value is None else f"{value:.0f}%"
            bar(figure, left, top + step * j + 3 + 19 * i, scale * (value or 0), 18, colour, words)
    for j, row in enumerate(rows):
        figure.text(left - 8, top + step * j + step / 2 + 4, display(row["name"]), 14, "end")
    shape = profiles["shape"].replace("x", " × ")
    horizontal_axis(figure, left, bottom, scale, range(0, 101, 20), f"% of what the GPU sustains at best, at M × N × K = {shape}")
    return figure


# Each picture by its name: the record that it needs, and how it is drawn.
PICTURES = {
    "ladder": ("ablations", draw_ladder),
    "sweep": ("sweep", draw_sweep),
    "ablations": ("ablations", draw_ablations),
    "pipes": ("profiles", draw_pipes),
}


def draw_pictures(records):
    """The SVG text of every picture whose record is there."""
    return {name: str(draw(records)) for name, (kind, draw) in PICTURES.items() if kind in records}
