#!/usr/bin/env python3
"""Prints a result of bench_matmul: its table, and for the set `ablations` the verdicts on the published claims."""

import argparse
import sys
from pathlib import Path

from commands import print_all
from derived import shape_of
from recorded import KINDS, RESULTS, InvalidRecord, newest, read
from verdicts import judge

SETS = [kind for kind in KINDS if kind != "profiles"]
COLUMNS = (  # figure, heading, width, decimals
    ("median_ms", "median ms", 10, 4),
    ("min_ms", "min ms", 10, 4),
    ("max_ms", "max ms", 10, 4),
    ("teraflops", "TFLOP/s", 9, 1),
    ("ratio_to_cublas", "x cuBLAS", 10, 3),
    ("percent_of_peak", "% peak", 8, 1),
    ("clock_mhz", "SM MHz", 8, 0),
    ("watts", "W", 6, 0),
)


def machine_text(result):
    """What measured, and how."""
    machine, method = result["machine"], result["method"]
    limit = "" if machine["power_limit_w"] is None else f", power limit {machine['power_limit_w']:.0f} W"
    return (
        f"{machine['gpu']}, {machine['sm_count']} SMs at up to {machine['boost_clock_mhz']:.0f} MHz: dense fp16 peak "
        f"{machine['peak_teraflops']:.0f} TFLOP/s{limit}\n"
        f"CUDA {machine['cuda_runtime']}, driver {machine['driver'] or 'of unknown version'} (CUDA "
        f"{machine['driver_cuda']}), cuBLAS {machine['cublas']}; commit {result['commit']}; {result['date']}\n"
        f"{method['rounds']} rounds of {method['batch_ms']:g} ms in random order, {method['pause_ms']:g} ms apart; "
        f"{method['init']} values, seed {method['seed']}; ratios are to cuBLAS in this run\n"
    )


def shape_text(result, row):
    """A shape, and where its operands live."""
    label = f" ({row['shape']['label']})" if row["shape"]["label"] else ""
    megabytes = f"{1e-6 * row['operand_bytes']:.1f} MB"
    sets = (
        f"one set of operands, {megabytes}"
        if row["operand_sets"] == 1
        else f"{row['operand_sets']} sets of operands in turns, {megabytes} each"
    )
    place = "they live in L2" if row["operands_in_l2"] else "they don't fit L2"
    return f"{' x '.join(map(str, shape_of(row)))}{label}: {sets}; {place} ({1e-6 * result['machine']['l2_bytes']:.0f} MB)"


def table_text(result):
    """The rows, shape by shape."""
    width = max(len(row["name"]) for row in result["rows"])
    lines = []
    for row, previous in zip(result["rows"], [None, *result["rows"]]):
        if previous is None or shape_of(row) != shape_of(previous):
            lines += ["", shape_text(result, row)]
            lines.append("  " + " " * width + "".join(f"{heading:>{space}}" for _, heading, space, _ in COLUMNS))
        cells = (
            f"{'-':>{space}}" if row[figure] is None else f"{row[figure]:{space}.{decimals}f}"
            for figure, _, space, decimals in COLUMNS
        )
        lines.append(f"  {row['name']:<{width}}" + "".join(cells))
    return "\n".join(lines) + "\n"


def verdicts_text(verdicts):
    """The verdicts for people."""
    text = "\nPublished claims (H100 SXM) against this run\n"
    for each in verdicts:
        text += f"  {each['claim']:<5} {each['outcome']:<13} {each['statement']}\n"
        for words, key in (("claimed ", "claimed"), ("measured", "measured"), ("holds if", "criterion")):
            text += f"{'':<22}{words} {each[key]}\n"
    return text


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "record", nargs="?", default="tutorial", help=f"a file, or one of the recorded sets: {', '.join(SETS)} [tutorial]"
    )
    parser.add_argument("--profiles", metavar="FILE", help="of bench/profile.py, for verdicts [none; the recorded one for a set]")
    options = parser.parse_args(arguments)
    try:
        records = newest(RESULTS) if options.record in SETS else {}
        if options.record not in records and not Path(options.record).exists():
            parser.error(f"'{options.record}' is neither a file nor a recorded set: {', '.join(SETS)}")
        result = records.get(options.record) or read(options.record, "hopper-matmul-bench")
        profiles = records.get("profiles")
        if options.profiles is not None:
            profiles = read(options.profiles, "hopper-matmul-profiles")
    except InvalidRecord as error:
        parser.error(str(error))
    text = f"RECORDED, not measured now, by `{result['command']}`\n" if records else ""
    text += machine_text(result) + table_text(result)
    if result["shapes"] == "ablations":
        text += verdicts_text(judge(result, profiles))
    return print_all(text, "show.py")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
