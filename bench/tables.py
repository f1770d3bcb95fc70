#!/usr/bin/env python3
"""Writes the tables and pictures of the README and the documentation from the recorded results, or checks that they agree.

A page holds a table between the lines `<!-- generated: NAME -->` and `<!-- end -->`; each table is also written to
docs/generated/NAME.md for pages that include it, each picture to docs/generated/NAME.svg.
"""

import argparse
import re
import sys
from pathlib import Path

from derived import CUBE, LIBRARIES, row_at, shapes_of, versions_of
from pictures import display, draw_pictures
from recorded import RESULTS, ROOT, InvalidRecord, newest
from verdicts import judge

MARKED = re.compile(r"(<!-- generated: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
IDEAS = {
    "cublas": "`cublasGemmEx`, its default algorithm",
    "cublaslt": "`cublasLtMatmul`, the fastest of 8 suggestions of its heuristic",
}


class NoSuchTable(Exception):
    """A page asks for a table that does not exist or has no record to come from."""


def markdown(header, rows, right_from=1):
    """A Markdown table; columns from `right_from` on are numbers."""
    ruler = ["---" if i < right_from else "--:" for i in range(len(header))]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [header, ruler, *rows]) + "\n"


def shape_text(shape):
    """8192³ for cubes."""
    return f"{shape[0]}³" if shape[0] == shape[1] == shape[2] else " × ".join(map(str, shape))


def configuration_text(row):
    """Tile, stages and rasterization of a version's row."""
    tile = row["tile"]
    text = f"{tile['m']} × {tile['n']} × {tile['k']}, "
    text += f"{row['stages']} stage{'s' if row['stages'] > 1 else ''}"
    if row["consumer_groups"] > 1:
        text += f", {row['consumer_groups']} consumer groups"
    if row["swizzle_size"] > 1:
        text += f", swizzle size {row['swizzle_size']}"
    return text


def versions_table(records):
    result = records["ablations"]
    rows = []
    for name in (*versions_of(result), *LIBRARIES):
        row = row_at(result, CUBE, name)
        if row is None:
            continue
        idea = f"{row['title']}<br>{configuration_text(row)}" if name not in LIBRARIES else IDEAS[name]
        rows.append(
            [
                display(name),
                idea,
                f"{row['median_ms']:.3f}",
                f"{row['teraflops']:.0f}",
                f"{100 * row['ratio_to_cublas']:.0f}%",
            ]
        )
    return markdown(["", "idea and configuration", "ms", "TFLOP/s", "of cuBLAS"], rows, right_from=2)


def rates_table(result, with_labels):
    """TFLOP/s over shapes, one column a contender."""
    names = [name for name in (*versions_of(result), *LIBRARIES) if any(row["name"] == name for row in result["rows"])]
    rows = []
    for shape in shapes_of(result):
        found = [row_at(result, shape, name) for name in names]
        cells = ["-" if row is None else f"{row['teraflops']:.0f}" for row in found]
        v4 = row_at(result, shape, "v4")
        cells.append("-" if v4 is None else f"{v4['ratio_to_cublas']:.2f}")
        label = f"<br>{row_at(result, shape, 'cublas')['shape']['label']}" if with_labels else ""
        rows.append([shape_text(shape) + label, *cells])
    return markdown(["M × N × K", *map(display, names), "V4 ÷ cuBLAS"], rows)


def ablations_table(records):
    result = records["ablations"]
    v4 = row_at(result, CUBE, "v4")
    rows = [
        [
            f"`{row['contender']}:{row['configuration']}`",
            row["title"],
            f"{row['median_ms']:.3f}",
            f"{row['ratio_to_cublas']:.2f}",
            "-" if v4 is None else f"{v4['median_ms'] / row['median_ms']:.2f}",
        ]
        for row in result["rows"]
        if row["contender"] not in LIBRARIES
    ]
    return markdown(["configuration", "what it shows", "ms", "÷ cuBLAS", "÷ V4"], rows, right_from=2)


def claims_table(records):
    rows = [
        [each["claim"], each["statement"], f"**{each['outcome']}**", each["claimed"], each["measured"], each["criterion"]]
        for each in judge(records["ablations"], records.get("profiles"))
    ]
    header = ["", "claim", "verdict", "published (H100 SXM)", "measured here", "holds if"]
    return markdown(header, rows, right_from=len(header))


def sustained_table(records):
    def cell(value):
        return "-" if value is None else f"{value:.0f}"

    rows = [
        [
            display(row["name"]),
            f"{row['teraflops']:.0f}",
            f"{row['ratio_to_cublas']:.2f}",
            cell(row["clock_mhz"]),
            cell(row["watts"]),
        ]
        for row in records["sustained"]["rows"]
    ]
    return markdown(["8192³ without a pause", "TFLOP/s", "÷ cuBLAS", "SM clock, MHz", "power, W"], rows)


def profiles_table(records):
    def cell(row, figure, form):
        value = row["metrics"][figure]
        return "-" if value is None else form.format(value)

    rows = []
    for row in records["profiles"]["rows"]:
        cells = [
            cell(row, figure, form)
            for figure, form in (
                ("tensor_pipe_percent", "{:.1f}%"),
                ("dram_percent", "{:.1f}%"),
                ("l2_percent", "{:.0f}%"),
                ("l2_hit_percent", "{:.0f}%"),
                ("occupancy_percent", "{:.0f}%"),
                ("registers", "{:.0f}"),
                ("sm_clock_mhz", "{:.0f}"),
            )
        ]
        rows.append([display(row["name"]), *cells])
    return markdown(["", "tensor pipe", "DRAM", "L2", "L2 hits", "occu&shy;pancy", "regis&shy;ters", "SM MHz"], rows)


def stalls_table(records):
    rows = []
    for row in records["profiles"]["rows"]:
        stalls = ", ".join("{reason} {warps_per_issue:.1f}".format(**stall) for stall in row["stalls"][:3])
        rows.append([display(row["name"]), stalls or "-"])
    return markdown(["", "longest stalls, in warps per issued instruction"], rows, right_from=2)


def machine_text(records):
    result = records["ablations"]
    machine, method = result["machine"], result["method"]
    limit = "" if machine["power_limit_w"] is None else f", power limit {machine['power_limit_w']:.0f} W"
    driver = "" if machine["driver"] is None else f", driver {machine['driver']}"
    return (
        f"{machine['gpu']}: {machine['sm_count']} SMs at up to {machine['boost_clock_mhz']:.0f} MHz, dense fp16 peak "
        f"{machine['peak_teraflops']:.0f} TFLOP/s{limit}. CUDA {machine['cuda_runtime']}{driver}, cuBLAS "
        f"{machine['cublas']}. Median of {method['rounds']} rounds of {method['batch_ms']:.0f} ms in random order, "
        f"{method['pause_ms']:.0f} ms apart, {method['init']} values; recorded {result['date'][:10]} at commit {result['commit']} by `{result['command']}`.\n"
    )


# Each table by its name: the records that it needs, and how it is made.
TABLES = {
    "machine": (["ablations"], machine_text),
    "versions": (["ablations"], versions_table),
    "tutorial": (["tutorial"], lambda records: rates_table(records["tutorial"], False)),
    "sustained": (["sustained"], sustained_table),
    "sweep": (["sweep"], lambda records: rates_table(records["sweep"], False)),
    "llm": (["llm"], lambda records: rates_table(records["llm"], True)),
    "ablations": (["ablations"], ablations_table),
    "claims": (["ablations"], claims_table),
    "profiles": (["profiles"], profiles_table),
    "stalls": (["profiles"], stalls_table),
}


def make_tables(records):
    """All tables whose records are there."""
    return {name: make(records) for name, (needs, make) in TABLES.items() if all(kind in records for kind in needs)}


def fill_in(text, tables, page):
    """A page with its tables renewed."""

    def renew(match):
        name = match.group(2)
        if name not in tables:
            there = ", ".join(sorted(tables)) or "none"
            raise NoSuchTable(f"{page} asks for the table '{name}'; the recorded results give: {there}")
        return match.group(1) + tables[name] + match.group(4)

    return MARKED.sub(renew, text)


def pages(root):
    """The pages that may hold tables."""
    return [
        page
        for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
        if page.is_file() and "generated" not in page.relative_to(root).parts
    ]


def wanted_files(root, records):
    """Every file that tables and pictures go into, with the text that it should have."""
    tables = make_tables(records)
    generated = root / "docs" / "generated"
    wanted = {generated / f"{name}.md": text for name, text in tables.items()}
    wanted.update({generated / f"{name}.svg": text for name, text in draw_pictures(records).items()})
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        if MARKED.search(text):
            wanted[page] = fill_in(text, tables, page.relative_to(root))
    return wanted


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if anything has drifted")
    parser.add_argument("--results", default=str(RESULTS), help="folder of recorded results [bench/results]")
    parser.add_argument("--root", default=str(ROOT), help="the checkout whose pages are meant")
    options = parser.parse_args(arguments)
    root = Path(options.root)
    try:
        wanted = wanted_files(root, newest(options.results))
    except (InvalidRecord, NoSuchTable) as error:
        print(f"tables.py: {error}", file=sys.stderr)
        return 2
    drifted = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if options.check:
        for path in drifted:
            print(f"tables.py: {path.relative_to(root)} has drifted from the recorded results; run bench/tables.py")
        return 1 if drifted else 0
    for path in drifted:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
        print(f"wrote {path.relative_to(root)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
