#!/usr/bin/env python3
"""Writes docs/reports/NAME.txt, what `lab NAME` prints for each lab, or with --check says which of them have drifted.

The check leaves out what hangs on the run: which thread was the first, how often, how many numbers were wrong.
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", default=str(ROOT / "build" / "lab"), help="the program [build/lab]")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a report differs")
    options = parser.parse_args()
    try:
        wanted = {f"{name}.txt": report_of(options.lab, name) for name in lab_names()}
    except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"make_reports.py: {error}", file=sys.stderr)
        return 2
    there = {path.name: path.read_text(encoding="utf-8") for path in REPORTS.glob("*.txt")}
    form = without_chance if options.check else str
    drifted = sorted(
        name for name in wanted.keys() | there.keys() if form(wanted.get(name, "")) != form(there.get(name, ""))
    )
    for name in drifted:
        print(f"docs/reports/{name} is not what the lab prints now" if options.check else f"wrote docs/reports/{name}")
        if not options.check:
            REPORTS.mkdir(exist_ok=True)
            (REPORTS / name).unlink(missing_ok=True)
            if name in wanted:
                (REPORTS / name).write_text(wanted[name], encoding="utf-8")
    return 1 if options.check and drifted else 0


if __name__ == "__main__":
    sys.exit(main())
