"""Figures of the rasterization: the order of the tiles, and the strips that a wave of CTAs needs."""

from svg import Figure

ROWS = COLUMNS = 8
WAVE = 16


def grid(figure: Figure, x: float, y: float, wave: dict, cell: float, numbers: bool = True) -> None:
    """The 8 x 8 tiles, those of the wave numbered in their order, with the strips of A and B that they need."""
    order = {tuple(tile): i for i, tile in enumerate(wave["tiles"])}
    strip = cell * 0.62
    for row in range(ROWS):
        live = row in wave["a_strips"]
        figure.rect(x, y + strip + 6 + row * cell, strip, cell, fill="blue-soft" if live else "none",
                    stroke="blue" if live else "line")
    for column in range(COLUMNS):
        live = column in wave["b_strips"]
        figure.rect(x + strip + 6 + column * cell, y, cell, strip, fill="orange-soft" if live else "none",
                    stroke="orange" if live else "line")
    for row in range(ROWS):
        for column in range(COLUMNS):
            i = order.get((row, column))
            cx, cy = x + strip + 6 + column * cell, y + strip + 6 + row * cell
            figure.rect(cx, cy, cell, cell, fill="green-soft" if i is not None else "none",
                        stroke="green" if i is not None else "line")
            if i is not None and numbers:
                figure.text(cx + cell / 2, cy + cell / 2 + 4.5, i, 12, "middle")


def rasterization_working_set(plain: dict, grouped: dict) -> Figure:
    figure = Figure(
        "rasterization_working_set",
        "The strips of A and B that 16 CTAs need, in plain order and in groups of 4 columns",
        "Two grids of 8 by 8 tiles with the first 16 CTAs. "
        + "; ".join(f"{name}: {len(w['a_strips'])} strips of A and {len(w['b_strips'])} of B"
                    for name, w in (("plain order", plain), ("groups of 4", grouped))), 720, 400)
    for x, name, wave in ((24, "plain order, row by row", plain), (384, "groups of 4 tile columns", grouped)):
        a, b = len(wave["a_strips"]), len(wave["b_strips"])
        figure.text(x, 24, name, 15, weight=600)
        grid(figure, x, 44, wave, 34)
        figure.text(x, 368, f"{a} rows of A + {b} columns of B = {a + b} strips", 14, weight=600)
    figure.rect(24, 382, 12, 12, "green-soft", "green")
    figure.text(42, 393, "CTA of the wave, in launch order", 12)
    figure.rect(270, 382, 12, 12, "blue-soft", "blue")
    figure.text(288, 393, "A strip that is read", 12)
    figure.rect(430, 382, 12, 12, "orange-soft", "orange")
    figure.text(448, 393, "B strip that is read", 12)
    return figure


def tile_order(plain: dict, grouped: dict, ragged: dict, ragged_columns: int) -> Figure:
    figure = Figure(
        "tile_order",
        "The order in which CTAs take the tiles of C",
        "Paths through grids of tiles: row by row; in groups of 4 columns; and in groups of 4 columns with a narrower "
        "last group.", 720, 300)
    cell = 24
    for x, name, wave, columns in ((16, "plain order", plain, 8), (256, "groups of 4", grouped, 8),
                                   (496, f"groups of 4, {ragged_columns} columns", ragged, ragged_columns)):
        figure.text(x, 24, name, 14, weight=600)
        tiles = wave["tiles"]
        for row, column in tiles:
            figure.rect(x + column * cell, 40 + row * cell, cell, cell, fill="surface", width=0.7)
        for (row, column), (next_row, next_column) in zip(tiles, tiles[1:]):
            jumps = abs(next_row - row) + abs(next_column - column) > 1
            figure.line(x + (column + 0.5) * cell, 40 + (row + 0.5) * cell, x + (next_column + 0.5) * cell,
                        40 + (next_row + 0.5) * cell, colour="muted" if jumps else "green", width=1 if jumps else 2.4,
                        dash="3 3" if jumps else None)
        first, last = tiles[0], tiles[-1]
        for (row, column), colour in ((first, "blue"), (last, "red")):
            figure.rect(x + (column + 0.5) * cell - 5, 40 + (row + 0.5) * cell - 5, 10, 10, fill=colour, stroke=colour,
                        radius=5)
    figure.text(16, 262, "Blue: the first CTA; red: the last. Within a group the tiles go row by row; dashed: jumps.", 13)
    figure.text(16, 284, "The last group is as wide as the columns that are left.", 13)
    return figure
