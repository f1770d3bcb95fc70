#!/usr/bin/env python3
"""Draws the pictures of the README and the documentation from the recorded results.

Each comes twice, NAME-light.svg and NAME-dark.svg, with a transparent background. Colours are those of Okabe and Ito,
which people with any common colour blindness can tell apart; lines differ by marker too.
"""

import argparse
import sys
from pathlib import Path

from recorded import RESULTS, ROOT, VERSIONS, InvalidRecord, digest, newest, row_at, shape_of
from tables import CUBE, LIBRARIES, display

# Exit status that CTest takes for "skipped".
SKIPPED = 77
WIDTH = 7.5  # inches of 96 pixels: the width of a page

THEMES = {
    "light": {"text": "#1f2328", "faint": "#b8bec6", "library": "#57606a"},
    "dark": {"text": "#e6edf3", "faint": "#484f58", "library": "#9da7b3"},
}
COLOURS = {
    "light": {"v1": "#a06f00", "v2": "#d55e00", "v3": "#0072b2", "v4": "#00805e"},
    "dark": {"v1": "#e69f00", "v2": "#ff8c4b", "v3": "#56b4e9", "v4": "#2fd0a2"},
}
MARKERS = {"v1": "v", "v2": "s", "v3": "^", "v4": "o", "cublas": "D", "cublaslt": "x"}


def colour(theme, name):
    """A contender's colour."""
    return COLOURS[theme].get(name, THEMES[theme]["library"])


def new_figure(plt, theme, height, columns=1, **options):
    """A transparent figure of a page's width, its axes plain."""
    figure, axes = plt.subplots(1, columns, figsize=(WIDTH, height), layout="constrained", **options)
    figure.patch.set_alpha(0)
    for each in axes if columns > 1 else [axes]:
        each.patch.set_alpha(0)
        each.spines[["top", "right"]].set_visible(False)
        each.spines[["left", "bottom"]].set_color(THEMES[theme]["faint"])
        each.tick_params(color=THEMES[theme]["faint"])
    return figure, axes


def draw_ladder(plt, theme, records):
    result = records["ablations"]
    peak = result["machine"]["peak_teraflops"]
    names = [name for name in (*VERSIONS, *LIBRARIES) if row_at(result, CUBE, name)]
    rows = [row_at(result, CUBE, name) for name in names]
    figure, axes = new_figure(plt, theme, 0.42 * len(rows) + 1.1)
    axes.barh(range(len(rows)), [row["teraflops"] for row in rows], color=[colour(theme, name) for name in names], height=0.68)
    for position, row in enumerate(rows):
        share = "" if row["name"] == "cublas" else f"  ({100 * row['ratio_to_cublas']:.0f}% of cuBLAS)"
        axes.annotate(f"{row['teraflops']:.0f}{share}", (row["teraflops"], position), (5, 0), textcoords="offset points", va="center")
    axes.axvline(peak, color=THEMES[theme]["text"], linestyle=(0, (4, 3)), linewidth=1)
    axes.annotate(f"dense peak at boost clock: {peak:.0f}", (peak, -0.75), (-5, 0), textcoords="offset points", ha="right", va="bottom")
    axes.set_yticks(range(len(rows)), [display(name) for name in names])
    axes.set_ylim(len(rows) - 0.4, -1.1)
    axes.set_xlim(0, peak * 1.02)
    axes.set_xlabel("TFLOP/s at M = N = K = 8192, fp16")
    axes.tick_params(axis="y", length=0)
    return figure


def draw_sweep(plt, theme, records):
    result = records["sweep"]
    figure, axes = new_figure(plt, theme, 4.2)
    sizes = sorted({shape_of(row)[0] for row in result["rows"]})
    for name in (*VERSIONS, *LIBRARIES):
        rows = [row for row in (row_at(result, (size,) * 3, name) for size in sizes) if row]
        if not rows:
            continue
        axes.plot(
            [row["shape"]["m"] for row in rows],
            [row["teraflops"] for row in rows],
            color=colour(theme, name),
            marker=MARKERS[name],
            markersize=5,
            linewidth=1.6,
            linestyle="-" if name in VERSIONS else (0, (5, 2)) if name == "cublas" else (0, (1.5, 1.5)),
            label=display(name),
        )
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes], rotation=45)
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color=THEMES[theme]["faint"], linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("M = N = K (logarithmic)")
    axes.set_ylabel("TFLOP/s, fp16")
    axes.legend(frameon=False, loc="lower right", ncols=2)
    return figure


def grid_of(result, groups):
    """Speeds of V4's configurations with 256-wide tiles over stages and swizzle size, for some consumer groups."""
    found = {}
    for row in result["rows"]:
        plain = row["configuration"] not in ("128-arrivals", "relaxed-waits")
        if row["contender"] == "v4" and row["consumer_groups"] == groups and row["tile"]["n"] == 256 and plain:
            found[row["stages"], row["swizzle_size"]] = row["teraflops"]
    return found


def draw_ablations(plt, theme, records):
    result = records["ablations"]
    grids = {groups: grid_of(result, groups) for groups in (2, 1)}
    rates = [rate for grid in grids.values() for rate in grid.values()]
    stages = sorted({key[0] for grid in grids.values() for key in grid})
    swizzles = sorted({key[1] for grid in grids.values() for key in grid})
    low, high = min(rates), max(rates)
    figure, panels = new_figure(plt, theme, 2.9, columns=2)
    cividis = plt.get_cmap("cividis")
    for axes, (groups, grid) in zip(panels, grids.items()):
        for y, stage in enumerate(stages):
            for x, swizzle in enumerate(swizzles):
                rate = grid.get((stage, swizzle))
                if rate is None:
                    axes.text(x, y, "–", ha="center", va="center", color=THEMES[theme]["faint"])
                    continue
                shade = 0.5 if high == low else (rate - low) / (high - low)
                axes.add_patch(plt.Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, color=cividis(shade), linewidth=0))
                axes.text(x, y, f"{rate:.0f}", ha="center", va="center", color="white" if shade < 0.55 else "black")
        axes.set_xlim(-0.5, len(swizzles) - 0.5)
        axes.set_ylim(-0.5, len(stages) - 0.5)
        axes.set_xticks(range(len(swizzles)), swizzles)
        axes.set_yticks(range(len(stages)), stages)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        axes.set_xlabel("swizzle size (tile columns)")
        axes.set_title(f"{'two consumer groups, 128' if groups == 2 else 'one consumer group, 64'} × 256 tile", fontsize=10)
    panels[0].set_ylabel("stages")
    figure.suptitle("V4 at M = N = K = 8192: TFLOP/s", fontsize=10)
    return figure


def draw_pipes(plt, theme, records):
    rows = [row for row in records["profiles"]["rows"] if row["name"].split(":")[0] in (*VERSIONS, *LIBRARIES)]
    figure, axes = new_figure(plt, theme, 0.55 * len(rows) + 1.2)
    kinds = (("tensor_pipe_percent", "tensor pipe active", "v3"), ("dram_percent", "DRAM throughput", "v1"))
    for offset, (figure_name, label, colour_of) in zip((-0.2, 0.2), kinds):
        values = [row["metrics"][figure_name] for row in rows]
        positions = [i + offset for i in range(len(rows))]
        axes.barh(positions, [value or 0 for value in values], height=0.38, color=COLOURS[theme][colour_of], label=label)
        for position, value in zip(positions, values):
            text = "not available" if value is None else f"{value:.0f}%"
            axes.annotate(text, (value or 0, position), (4, 0), textcoords="offset points", va="center")
    axes.set_yticks(range(len(rows)), [display(row["name"]) for row in rows])
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.set_xlim(0, 105)
    axes.set_xlabel("% of what the GPU sustains at best, at M × N × K = " + records["profiles"]["shape"].replace("x", " × "))
    axes.tick_params(axis="y", length=0)
    figure.legend(frameon=False, loc="outside upper center", ncols=2)
    return figure


# Each picture by its name: the record that it needs, and how it is drawn.
PICTURES = {
    "ladder": ("ablations", draw_ladder),
    "sweep": ("sweep", draw_sweep),
    "ablations": ("ablations", draw_ablations),
    "pipes": ("profiles", draw_pipes),
}


def save(plt, figure, path, mark):
    """Writes an SVG without the date, so that the same records give the same file, and with the records' digest."""
    figure.savefig(path, transparent=True, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("<svg ", f"{mark}\n<svg ", 1), encoding="utf-8")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--results", default=str(RESULTS), help="folder of recorded results [bench/results]")
    parser.add_argument("--out", default=str(ROOT / "docs" / "generated"), help="folder of the pictures [docs/generated]")
    options = parser.parse_args(arguments)
    try:
        import matplotlib
    except ImportError:
        print("plot.py: skipped: matplotlib is not installed; bench/requirements.txt names the version", file=sys.stderr)
        return SKIPPED
    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    try:
        records = newest(options.results)
    except InvalidRecord as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    mark = f"<!-- drawn from {digest(records)} -->"
    for theme, colours in THEMES.items():
        style = {
            "font.size": 10,
            "svg.hashsalt": "hopper-matmul",
            "text.color": colours["text"],
            "axes.labelcolor": colours["text"],
            "xtick.labelcolor": colours["text"],
            "ytick.labelcolor": colours["text"],
        }
        with plt.rc_context(style):
            for name, (kind, draw) in PICTURES.items():
                if kind not in records:
                    print(f"no {name}: {options.results} has no record of {kind}")
                    continue
                path = out / f"{name}-{theme}.svg"
                save(plt, draw(plt, theme, records), path, mark)
                print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
