#!/usr/bin/env python3
"""Counts the outcomes in a JUnit file that ctest wrote, and gives the reasons of the tests that did not run.

With --allow-skips FILE it also fails when a test was skipped that FILE does not list, or when FILE lists a test that
does not exist. FILE has lines like `gpu.*: no Hopper GPU*`: a pattern for the test's name and one for the reason that it
gives, with * for anything; lines that begin with # are comments.
"""

import argparse
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path


def is_skipped(test_case):
    """Whether the test chose not to run, as opposed to one that could not, like one whose program is missing."""
    skip = test_case.find("skipped")
    return skip is not None and skip.get("message", "").startswith("SKIP_")


def reason(test_case):
    """The line of the test's output that says why it was skipped, or a sentence when it says nothing."""
    output = test_case.findtext("system-out") or ""
    for line in output.splitlines():
        if "skipped:" in line.lower():
            return line[line.lower().index("skipped:") + len("skipped:") :].strip()
    return "it gave no reason"


def summarize(suite):
    """The summary of a <testsuite> element, as lines."""
    cases = list(suite.iter("testcase"))
    status = Counter(case.get("status") for case in cases)
    skipped = [case for case in cases if is_skipped(case)]
    not_run = [case for case in cases if case.get("status") not in ("run", "fail") and not is_skipped(case)]
    passed = status["run"]
    failed = status["fail"]
    lines = [f"ran {passed + failed} tests: {passed} passed, {failed} failed; skipped {len(skipped)}"]
    if not_run:
        lines[0] += f"; could not run {len(not_run)}"
    for case in not_run:
        lines.append(f"  could not run {case.get('name')}: {(case.findtext('system-out') or 'no reason given').strip()}")
    for why, count in Counter(reason(case) for case in skipped).most_common():
        lines.append(f"  {count} skipped: {why}")
    return lines


def read_allowed(text):
    """The pairs of patterns, for a name and for a reason, of a file of allowed skips."""
    pairs = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, colon, why = line.partition(":")
            if not colon or not name.strip() or not why.strip():
                raise ValueError(f"'{line}' is not of the form 'NAME PATTERN: REASON PATTERN'")
            pairs.append((name.strip(), why.strip()))
    return pairs


def check_skips(suite, allowed):
    """What is wrong with the skipped tests, as sentences."""
    cases = list(suite.iter("testcase"))
    problems = []
    for case in cases:
        if is_skipped(case) and not any(
            fnmatchcase(case.get("name"), name) and fnmatchcase(reason(case), why) for name, why in allowed
        ):
            problems.append(f"{case.get('name')} must not be skipped here: {reason(case)}")
    for name, _ in allowed:
        if not any(fnmatchcase(case.get("name"), name) for case in cases):
            problems.append(f"no test has a name like '{name}', which the list of allowed skips holds")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="the JUnit file")
    parser.add_argument("--allow-skips", type=Path, metavar="FILE", help="what may be skipped; anything else is a failure")
    options = parser.parse_args()
    suite = ElementTree.parse(options.results).getroot()
    print("\n".join(summarize(suite)))
    if options.allow_skips is None:
        return 0
    try:
        problems = check_skips(suite, read_allowed(options.allow_skips.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        print(f"summarize_tests.py: {options.allow_skips}: {error}", file=sys.stderr)
        return 2
    for problem in problems:
        print(f"error: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
