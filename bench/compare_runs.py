#!/usr/bin/env python3
"""Compares the ratios to cuBLAS of two runs of bench_matmul, row by row."""

import argparse
import sys

from derived import shape_of
from recorded import InvalidRecord, read


def ratios(path):
    """The ratio to cuBLAS of each row, by shape and name."""
    rows = read(path, "hopper-matmul-bench")["rows"]
    return {("x".join(map(str, shape_of(row))), row["name"]): row["ratio_to_cublas"] for row in rows}


def compare(first, second):
    """For each row of both: shape, name, both ratios, and how far apart they are in percent of the smaller."""
    rows = []
    for key in first:
        if key in second:
            low, high = sorted((first[key], second[key]))
            rows.append((*key, first[key], second[key], 100 * (high / low - 1)))
    return rows


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", help="JSON file of a run")
    parser.add_argument("second", help="JSON file of another")
    parser.add_argument("--within", type=float, default=2.0, help="percent that ratios may differ [2]")
    options = parser.parse_args(arguments)
    try:
        rows = compare(ratios(options.first), ratios(options.second))
    except InvalidRecord as error:
        parser.error(str(error))
    if not rows:
        parser.error(f"{options.first} and {options.second} have no row in common")
    print(f"{'shape':<20} {'row':<24} {'first':>8} {'second':>8} {'apart':>7}")
    for shape, name, first, second, apart in rows:
        print(f"{shape:<20} {name:<24} {first:>8.3f} {second:>8.3f} {apart:>6.2f}%")
    worst = max(row[-1] for row in rows)
    agrees = worst <= options.within
    print(f"largest difference {worst:.2f}%: {'within' if agrees else 'NOT within'} {options.within:g}%")
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
