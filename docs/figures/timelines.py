"""Timelines: who does what, in the order of the emulator's event log."""

from svg import Figure

STAGE_COLOURS = ["blue", "orange", "green", "purple"]


def mma_groups(events: list, track: str, per_tile: int) -> list:
    """(first issue, end, stage) of the mma_async of each K-tile on one warp group's tensor cores."""
    issuer = next(e.track for e in events if e.track.endswith(f"{track.split()[-1]}") and e.kind in ("wait", "sync"))
    groups, left, start = [], 0, 0
    for i, event in enumerate(events):
        if event.track != track or event.kind != "mma":
            continue
        if left == 0:
            left, start = per_tile, event.since
        left -= event.count
        assert left >= 0, "mma_async of two K-tiles follow each other directly"
        if left == 0:
            passed = max(j for j in range(i) if events[j].track == issuer and events[j].kind in ("wait", "sync"))
            groups.append((max(start, passed + 1), i + 1, event.stage))
    return groups


def timeline(version: str, title: str, events: list, mma_per_tile: int, caption: list) -> Figure:
    tensor_tracks = sorted({e.track for e in events if e.kind == "mma"})
    thread_tracks = sorted({e.track for e in events if e.kind in ("wait", "arrive", "expect", "store", "sync", "drain")})
    thread_tracks.sort(key=lambda track: track != "producer")
    stages = 1 + max(e.stage for e in events)
    lanes, y = {}, 62
    for track in thread_tracks:
        if track == "producer":
            lanes[track], y = y, y + 40
    if stages:
        lanes["TMA"], y = y, y + 18 * stages + 22
    for track in thread_tracks:
        if track != "producer":
            lanes[track], y = y, y + 40
            cores = f"tensor cores {track.split()[-1]}"
            if cores in tensor_tracks:
                lanes[cores], y = y, y + 46
    height = y + 46 + 17 * len(caption)
    figure = Figure(f"timeline_{version}", title,
                    f"Lanes for {', '.join(lanes)}, from left to right in the order of {len(events)} events.", 720, height)
    left, width = 116, 592
    unit = width / len(events)

    def x(index):
        return left + index * unit

    figure.text(12, 24, title, 15, weight=600)
    figure.text(12, 44, "left to right: the order of events in one CTA, not time; numbers and colours: K-tile and stage", 12.5,
                colour="muted")
    for track, top in lanes.items():
        lane_height = 18 * stages + 2 if track == "TMA" else 24
        name = {"TMA": "TMA loads"}.get(track, track)
        figure.text(12, top + lane_height / 2 + 4, name, 13)
        figure.line(left, top + lane_height + 4, left + width, top + lane_height + 4, "line", 0.6)

    def tile_bar(start, end, top, height, stage, tile):
        colour = STAGE_COLOURS[max(stage, 0) % 4]
        figure.rect(x(start), top, max(x(end) - x(start), 2), height, f"{colour}-soft", colour, 2)
        if x(end) - x(start) > 9:
            figure.text((x(start) + x(end)) / 2, top + height / 2 + 4.5, tile, 12, "middle")

    opened, tile = {}, 0
    for i, event in enumerate(events):
        if event.kind == "expect":
            opened[event.stage] = (i, tile)
            tile += 1
        elif event.kind == "complete" and event.role == "full":
            start, number = opened.pop(event.stage)
            tile_bar(start, i + 1, lanes["TMA"] + 18 * event.stage, 16, event.stage, number)
    for track in tensor_tracks:
        for number, (start, end, stage) in enumerate(mma_groups(events, track, mma_per_tile)):
            tile_bar(start, end, lanes[track], 24, stage, number)
    for i, event in enumerate(events):
        if event.track not in lanes or event.track in tensor_tracks or event.track == "TMA":
            continue
        top = lanes[event.track]
        if event.kind in ("wait", "sync", "drain") and event.since < i:
            figure.rect(x(event.since), top + 6, x(i) - x(event.since), 12, "surface", "line", 2, dash="3 2",
                        title=f"waits: {event.name}")
        if event.kind == "store":
            figure.rect(x(event.since), top, x(i + 1) - x(event.since), 24, "red-soft", "red", 2)
            figure.text((x(event.since) + x(i + 1)) / 2, top + 16.5, "copy", 12, "middle")
        elif event.kind == "sync":
            figure.line(x(i) + unit / 2, top - 2, x(i) + unit / 2, top + 26, "purple", 2.5)
        elif event.kind == "expect":
            figure.rect(x(i), top + 2, max(unit, 4), 20, STAGE_COLOURS[event.stage % 4], STAGE_COLOURS[event.stage % 4],
                        title=event.name)
        elif event.kind == "arrive":
            figure.rect(x(i), top + 2, max(unit, 4), 20, "ink", "ink", title=f"{event.name}, {event.count} arrivals")
    legend = []
    if any(e.kind in ("wait", "sync", "drain") and e.since < i for i, e in enumerate(events)):
        legend.append(("rect", "surface", "waits"))
    if any(e.kind == "expect" for e in events):
        legend.append(("bar", "blue", "issues a stage's loads"))
    if any(e.kind == "arrive" for e in events):
        legend.append(("bar", "ink", "releases a stage"))
    if any(e.kind == "sync" for e in events):
        legend.append(("line", "purple", "__syncthreads"))
    at = left
    for shape, colour, words in legend:
        if shape == "rect":
            figure.rect(at, y + 6, 22, 12, colour, "line", 2, dash="3 2")
        elif shape == "bar":
            figure.rect(at + 14, y + 4, 5, 16, colour, colour)
        else:
            figure.line(at + 16, y + 3, at + 16, y + 21, colour, 2.5)
        figure.text(at + 28, y + 17, words, 12.5)
        at += 44 + 7.2 * len(words)
    figure.lines(12, y + 44, caption, 13)
    return figure


def mbarrier_phases(events: list) -> Figure:
    """The two barriers of stage 0 over its first two rounds."""
    chosen, empties = [], 0
    for event in events:
        if event.stage == 0 and event.kind in ("expect", "load", "complete", "wait", "arrive", "init"):
            chosen.append(event)
            empties += event.kind == "complete" and event.role == "empty"
            if empties == 2:
                break
    step, left = 24, 136
    height = 500
    figure = Figure(
        "mbarrier_phases",
        "The full and the empty barrier of stage 0 through two rounds of V4",
        "For each event: the arrivals that each barrier still needs, the bytes that the full barrier still expects, and "
        "the number and parity of the phase that is under way.", left + step * len(chosen) + 20, height)
    figure.text(12, 24, "V4, stage 0: one column for each event of its two barriers", 15, weight=600)
    rows = {("full", "phase"): 62, ("full", "arrivals"): 92, ("full", "bytes"): 122, ("empty", "phase"): 212,
            ("empty", "arrivals"): 242}
    for name, top in (("full", 48), ("empty", 198)):
        figure.text(12, top + 2, f"{name}[0]", 14, weight=600, colour="blue" if name == "full" else "orange")
    for (role, what), y in rows.items():
        label = {"phase": "phase (parity)", "arrivals": "arrivals missing", "bytes": "KiB missing"}[what]
        figure.text(left - 10, y + (17 if what != "bytes" else 32), label, 12.5, "end")
    state = {"full": [0, 0, 0, 0], "empty": [0, 0, 0, 0]}  # count, missing, bytes, phase
    biggest = max(e.nbytes for e in chosen)
    spans = {"full": [[0, 0]], "empty": [[0, 0]]}
    names = {"init": "init", "expect": "expects bytes", "load": "load has landed", "complete": "phase complete",
             "wait": "wait passes", "arrive": "arrives"}
    for i, event in enumerate(chosen):
        s = state[event.role]
        if event.kind == "init":
            s[0] = event.arrivals
        s[1], s[2] = event.arrivals, event.nbytes
        if event.kind == "complete":
            s[3] += 1
            spans[event.role].append([s[3], i])
        x = left + i * step
        for role in ("full", "empty"):
            missing = state[role][1]
            active = role == event.role
            colour = "blue" if role == "full" else "orange"
            figure.rect(x, rows[role, "arrivals"], step, 24, f"{colour}-soft" if active else "none", "line", width=0.7)
            figure.text(x + step / 2, rows[role, "arrivals"] + 17, missing if state[role][0] else "", 13, "middle",
                        weight=700 if active else None)
        full_bytes = state["full"][2]
        bar = 46 * full_bytes / biggest
        figure.rect(x, rows["full", "bytes"], step, 52, "none", "line", width=0.7)
        if full_bytes:
            figure.rect(x + 2, rows["full", "bytes"] + 50 - bar, step - 4, bar, "blue-soft", "blue", width=0.7)
            figure.text(x + step / 2, rows["full", "bytes"] + 46, full_bytes // 1024, 12, "middle")
        who = {"barriers": ""}.get(event.track, event.track)
        parity = f", parity {event.parity}" if event.kind == "wait" else ""
        colour = "blue" if event.role == "full" else "orange"
        words = (f"{who}: " if who and who != "TMA" else "") + f"{names[event.kind]}{parity}"
        figure.text(x + step / 2 - 4, 276, words, 12, "start", rotate=90, colour=colour if event.kind != "init" else "ink")
    for role in ("full", "empty"):
        for (phase, start), following in zip(spans[role], spans[role][1:] + [[0, len(chosen)]]):
            colour = "green" if phase % 2 == 0 else "purple"
            x, w = left + start * step, (following[1] - start) * step
            figure.rect(x, rows[role, "phase"], w, 24, f"{colour}-soft", colour)
            if w > 20:
                figure.text(x + w / 2, rows[role, "phase"] + 17, f"phase {phase} (parity {phase % 2})" if w > 130 else phase,
                            12.5, "middle")
    return figure
