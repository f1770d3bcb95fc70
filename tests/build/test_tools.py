#!/usr/bin/env python3
"""Tests the scripts of tools/ and setup.sh on stand-ins for what they call."""

import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from summarize_tests import summarize

CLEAN = "echo '========= ERROR SUMMARY: 0 errors'"


def run(*command, **environment):
    return subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


class Sanitize(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.program("v1", "exit 0")

    def program(self, name, script):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def sanitize(self, script, *options):
        sanitizer = self.program("sanitizer", script)
        common = ("--programs", self.folder, "--versions", "v1", "--sanitizer", sanitizer)
        return run(ROOT / "tools/sanitize.sh", *common, *options)

    def test_clean(self):
        result = self.sanitize(CLEAN)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(result.stdout.count(" clean "), 4)

    def test_errors(self):
        result = self.sanitize("echo '========= ERROR SUMMARY: 3 errors'; exit 99", "--tools", "memcheck")
        self.assertEqual(result.returncode, 1)
        self.assertIn("3 errors", result.stdout)

    def test_hazards(self):
        report = "echo '========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)'"
        result = self.sanitize(report, "--tools", "racecheck")
        self.assertEqual(result.returncode, 1)
        self.assertIn("2 errors", result.stdout)

    def test_no_hazards(self):
        report = "echo '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)'"
        self.assertEqual(self.sanitize(report, "--tools", "racecheck").returncode, 0)

    def test_a_program_that_fails_is_not_clean(self):
        self.assertIn("failed (3)", self.sanitize(CLEAN + "; exit 3").stdout)
        self.assertEqual(self.sanitize(CLEAN + "; exit 3").returncode, 1)

    def test_silence_is_not_clean(self):
        self.assertEqual(self.sanitize("exit 0").returncode, 1)

    def test_bad_input(self):
        for options in (("--tools", "leakcheck"), ("--bogus",), ("--versions",), ("--versions", "v9"), ("--tools", "")):
            with self.subTest(options):
                result = self.sanitize(CLEAN, *options)
                self.assertEqual(result.returncode, 2)
                self.assertIn("sanitize.sh:", result.stderr)

    def test_a_missing_sanitizer(self):
        result = run(ROOT / "tools/sanitize.sh", "--sanitizer", self.folder / "absent", "--programs", self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("compute-sanitizer was not found", result.stderr)


class Summary(unittest.TestCase):
    def test_counts_and_reasons(self):
        suite = ElementTree.fromstring(
            """<testsuite>
            <testcase name="a" status="run"><system-out>skipped: not really</system-out></testcase>
            <testcase name="b" status="fail"/>
            <testcase name="c" status="notrun"><system-out>x\nSKIPPED: no Hopper GPU</system-out></testcase>
            <testcase name="d" status="notrun"><system-out>skipped: no Hopper GPU</system-out></testcase>
            <testcase name="e" status="disabled"/>
            </testsuite>"""
        )
        self.assertEqual(
            summarize(suite),
            [
                "ran 2 tests: 1 passed, 1 failed; skipped 3",
                "  2 skipped: no Hopper GPU",
                "  1 skipped: it gave no reason",
            ],
        )

    def test_a_folder_without_tests(self):
        result = run(ROOT / "tools/run_tests.sh", ROOT / "tests/build")
        self.assertEqual(result.returncode, 2)
        self.assertIn("is no build folder", result.stderr)


class SetUp(unittest.TestCase):
    def test_an_unknown_option(self):
        result = run(ROOT / "setup.sh", "--bogus")
        self.assertEqual(result.returncode, 2)
        self.assertIn("unknown option '--bogus'", result.stderr)

    def test_an_unknown_distribution(self):
        with tempfile.NamedTemporaryFile("w") as release:
            release.write('ID=arch\nVERSION_ID="1"\n')
            release.flush()
            result = run(ROOT / "setup.sh", OS_RELEASE_FILE=release.name)
        self.assertEqual(result.returncode, 2)
        self.assertIn("'arch 1'", result.stderr)
        self.assertIn("libfmt-dev", result.stderr)


if __name__ == "__main__":
    unittest.main()
