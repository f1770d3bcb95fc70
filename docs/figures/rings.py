"""The ring of stages at a few moments of the emulator's event log."""

from svg import Figure

STATE_COLOURS = {"empty": "surface", "filling": "orange-soft", "full": "green-soft", "draining": "blue-soft"}
STATE_STROKES = {"empty": "line", "filling": "orange", "full": "green", "draining": "blue"}


def doing(actor: tuple, producer: bool) -> str:
    what, stage, parity = actor
    barrier = f"{'empty' if producer else 'full'}[{stage}]"
    if what == "waits":
        return f"waits: {barrier}, parity {parity}"
    if what == "has":
        return f"loads stage {stage}" if producer else f"multiplies stage {stage}"
    return {"starts": "starts", "released": f"released stage {stage}", "done": "done"}[what]


def moment_index(states: list, condition, what: str) -> int:
    for i, state in enumerate(states):
        if condition(i, state):
            return i
    raise ValueError(f"no event of the log shows the ring when {what}")


def ring(version: str, states: list, moments: list) -> Figure:
    stages = len(states[-1].stages)
    row_height = 160
    figure = Figure(
        f"ring_{version}",
        f"The ring of {version.upper()} at {len(moments)} moments",
        "; ".join(f"{words}: " + ", ".join(f"stage {i} {s[0]}" for i, s in enumerate(states[index].stages))
                  for index, words in moments), 720, 34 + row_height * len(moments) - 20)
    slot_w = 168 if stages == 3 else 230
    for m, (index, words) in enumerate(moments):
        state, top = states[index], 34 + m * row_height
        figure.text(12, top - 8, f"{m + 1}. {words}", 14, weight=600)
        for i, (kind, tile) in enumerate(state.stages):
            x = 12 + i * (slot_w + 8)
            figure.rect(x, top, slot_w, 114, STATE_COLOURS[kind], STATE_STROKES[kind], 5, 1.5)
            figure.text(x + 10, top + 20, f"stage {i}: {kind}", 13.5, weight=600)
            figure.text(x + 10, top + 38, f"K-tile {tile}" if kind != "empty" else "free", 13)
            full, empty = state.full[i], state.empty[i]
            for j, (name, barrier) in enumerate((("full", full), ("empty", empty))):
                misses = f"{barrier.arrivals}" + (f" + {barrier.nbytes // 1024} KiB" if barrier.nbytes else "")
                figure.text(x + 10, top + 58 + j * 32, f"{name} phase {barrier.phase}, parity {barrier.parity}", 12.5)
                figure.text(x + 10, top + 73 + j * 32, f"misses {misses}", 12.5)
        x = 12 + stages * (slot_w + 8) + 8
        for j, (track, actor) in enumerate(sorted(state.actors.items(), key=lambda item: item[0] != "producer")):
            figure.text(x, top + 16 + j * 34, track, 13, weight=600)
            figure.text(x, top + 32 + j * 34, doing(actor, track == "producer"), 12.5,
                        colour="red" if actor[0] == "waits" else "ink")
    return figure
