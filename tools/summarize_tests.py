#!/usr/bin/env python3
"""Counts the outcomes in a JUnit file that ctest wrote, and gives the reasons of the skipped tests."""

import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter


def reason(test_case):
    """The line of the test's output that says why it was skipped, or a sentence when it says nothing."""
    output = test_case.findtext("system-out") or ""
    for line in output.splitlines():
        if "skipped:" in line.lower():
            return line[line.lower().index("skipped:") + len("skipped:") :].strip()
    return "it gave no reason"


def summarize(suite):
    """The summary of a <testsuite> element, as lines."""
    status = Counter(test_case.get("status") for test_case in suite.iter("testcase"))
    skipped = [case for case in suite.iter("testcase") if case.get("status") in ("notrun", "disabled")]
    passed = status["run"]
    failed = status["fail"]
    lines = [f"ran {passed + failed} tests: {passed} passed, {failed} failed; skipped {len(skipped)}"]
    for why, count in Counter(reason(case) for case in skipped).most_common():
        lines.append(f"  {count} skipped: {why}")
    return lines


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: summarize_tests.py RESULTS.xml")
    print("\n".join(summarize(ElementTree.parse(sys.argv[1]).getroot())))
