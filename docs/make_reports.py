#!/usr/bin/env python3
"""Writes docs/reports/NAME.txt, what `lab NAME` prints for each lab, or with --check says which of them have drifted.

The check leaves out what hangs on the run: which thread was the first, how often, how many numbers were wrong. What the
emulator sees of a few labs hangs on the compiler: where a program that clang built prints something else than one that
g++ built, docs/reports/clang/NAME.txt holds it.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "docs" / "reports"


def lab_names():
    """The labs: the folders of labs/ that hold a broken.cu."""
    return sorted(path.parent.name for path in (ROOT / "labs").glob("*/broken.cu"))


def report_of(program, name):
    """What the lab's program prints; it exits with 1, because it finds hazards."""
    run = subprocess.run([program, name, "--policy", "random", "--seed", "0"], capture_output=True, text=True, timeout=1200)
    if run.returncode != 1:
        raise RuntimeError(f"'{program} {name}' exited with {run.returncode}, but a broken lab exits with 1\n{run.stderr}")
    return run.stdout


def without_chance(text):
    """A report without what hangs on the run."""
    lines = [line for line in text.splitlines() if not re.match(r"  (seen \d+ times|numbers )", line)]
    return re.sub(r"\bthread \d+|\b(full|empty)\[\d+\]|[Pp]hase \d+|parity \d", "N", "\n".join(lines))


def drift_of(wanted, folder, compiler, form):
    """The files below `folder` that are not what they should be, with the text that they should hold; none for no file.

    `wanted` holds the reports by their files' names. Reports of clang's that are like those of g++ need no file.
    """
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.txt")}
    if compiler == "clang":
        common, folder = there, folder / "clang"
        wanted = {name: text for name, text in wanted.items() if without_chance(text) != without_chance(common.get(name, ""))}
        there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.txt")}
    return {
        folder / name: wanted.get(name, "")
        for name in sorted(wanted.keys() | there.keys())
        if form(wanted.get(name, "")) != form(there.get(name, ""))
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", default=str(ROOT / "build" / "lab"), help="the program [build/lab]")
    parser.add_argument("--compiler", choices=("g++", "clang"), default="g++", help="what the program was built by [g++]")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a report differs")
    options = parser.parse_args()
    try:
        wanted = {f"{name}.txt": report_of(options.lab, name) for name in lab_names()}
    except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"make_reports.py: {error}", file=sys.stderr)
        return 2
    form = without_chance if options.check else str
    drifted = drift_of(wanted, REPORTS, options.compiler, form)
    for path, text in drifted.items():
        print(f"{path.relative_to(ROOT)} is not what the lab prints now" if options.check else f"wrote {path.relative_to(ROOT)}")
        if not options.check:
            path.parent.mkdir(exist_ok=True)
            path.unlink(missing_ok=True)
            if text:
                path.write_text(text, encoding="utf-8")
    return 1 if options.check and drifted else 0


if __name__ == "__main__":
    sys.exit(main())
