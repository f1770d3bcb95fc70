#!/usr/bin/env python3
"""Holds the test cases in the sources against those that the test programs have and those that CTest runs.

A case can get lost on the way without anybody's noticing: its file belongs to no program, its name means something to
CMake or to Catch2, or it has no tag of those by which CTest runs its program.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

CASE = re.compile(r'^\s*(?:TEMPLATE_)?TEST_CASE(?:_METHOD)?\s*\((?:[^"()]*,)?\s*((?:"(?:\\.|[^"\\\n])*"\s*)+)', re.MULTILINE)


def cases_in(text):
    """The line and name of every test case of a source file."""
    for match in CASE.finditer(text):
        pieces = re.findall(r'"((?:\\.|[^"\\\n])*)"', match.group(1))
        yield text.count("\n", 0, match.start(1)) + 1, "".join(pieces)


def list_cases(program, arguments, is_version_2):
    """The names of the cases that a test program would run."""
    listing = ["--list-test-names-only"] if is_version_2 else ["--list-tests", "--verbosity", "quiet"]
    run = subprocess.run([program, *arguments, *listing], capture_output=True, text=True, check=False)
    if run.stderr or run.returncode < 0:  # a positive one is the number of cases in version 2
        raise RuntimeError(f"'{program}' does not list its tests ({run.returncode}): {run.stderr}")
    return [line.strip() for line in run.stdout.splitlines() if line.strip()]


def without_type(name, sources):
    """A listed name as the sources have it: a template's cases carry their types behind it."""
    return name if name in sources else name.rsplit(" - ", 1)[0]


def compare(sources, listed, run):
    """What is wrong, as sentences.

    `sources`, `listed` and `run` count how often a name occurs in the sources, in the programs and in what CTest runs.
    """
    problems = []
    in_programs = {without_type(name, sources) for name in listed}
    for name, count in sources.items():
        if count > 1:
            problems.append(f"'{name}' is the name of {count} cases")
        if name not in in_programs:
            problems.append(f"'{name}' is in the sources, but in no test program")
    for name in listed:
        if without_type(name, sources) not in sources:
            problems.append(f"'{name}' is in a test program, but not in the sources")
        if run[name] != 1:
            problems.append(f"'{name}' is run by {run[name]} tests of CTest instead of one")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, required=True, help="the folder of the tests")
    parser.add_argument("--leave-out", action="append", default=[], help="a folder in it that this build leaves out")
    parser.add_argument("--build", type=Path, required=True, help="the build folder")
    parser.add_argument("--ctest", default="ctest", help="the program")
    parser.add_argument("--catch2", required=True, help="Catch2's version")
    parser.add_argument("programs", nargs="+", help="the test programs")
    options = parser.parse_args()
    is_version_2 = options.catch2.startswith("2.")

    sources = Counter()
    for path in sorted(options.source.rglob("*.cpp")):
        if path.relative_to(options.source).parts[0] not in options.leave_out:
            sources.update(name for _, name in cases_in(path.read_text(encoding="utf-8")))
    everything = ["*,[.]"]  # hidden cases too
    listed = Counter(name for program in options.programs for name in list_cases(program, everything, is_version_2))

    answer = subprocess.run([options.ctest, "--test-dir", options.build, "--show-only=json-v1"],
                            capture_output=True, text=True, check=True)
    problems = []
    run = Counter()
    for test in json.loads(answer.stdout)["tests"]:
        command = test.get("command")
        if command and command[0] in options.programs:
            names = list_cases(command[0], command[1:], is_version_2)
            if not names:
                problems.append(f"CTest's test '{test['name']}' runs no case")
            run.update(names)
    problems += compare(sources, listed, run)

    print("\n".join(problems + [f"{sum(sources.values())} cases in the sources, {sum(listed.values())} in "
                                f"{len(options.programs)} programs, {sum(run.values())} run by CTest"]))
    return 1 if problems or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
