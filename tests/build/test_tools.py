#!/usr/bin/env python3
"""Tests the scripts of tools/ on stand-ins for what they call."""

import json
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


class GpuLabs(unittest.TestCase):
    """tools/gpu_labs.py on a lab that is wrong every second time, one that is stuck, and one that is right."""

    LAB = r"""#!/usr/bin/env python3
import json, sys
from pathlib import Path
arguments = sys.argv[1:]
if arguments == ["--list"]:
    print("half_wrong\n    Why?\nstuck\n    Where?")
    sys.exit(0)
runs = int(arguments[arguments.index("--runs") + 1])
outcome = {"gpu": "a GPU", "runs": runs, "wrong_runs": 0, "most_wrong_elements": 0, "elements": 4096, "failure": ""}
if "--fixed" not in arguments:
    if arguments[0] == "half_wrong":
        outcome.update(wrong_runs=runs // 2, most_wrong_elements=7 if runs > 1 else 0)
    else:
        outcome.update(runs=0, failure="f() failed with cudaErrorLaunchFailure\nwaited too long for parity 0 of the empty barrier")
TWIN
Path(arguments[arguments.index("--json") + 1]).write_text(json.dumps(outcome))
sys.exit(0 if outcome["wrong_runs"] == 0 and not outcome["failure"] else 1)
"""
    SANITIZER = """#!/bin/sh
[ "$1" != --version ] || { echo "Version 1.2.3"; exit 0; }
tool=$2
shift 4
"$@"
case "$tool $*" in
  *--fixed*) echo "========= ERROR SUMMARY: 0 errors" ;;
  racecheck*) echo "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)" ;;
  synccheck*) echo "========= Barrier error detected. Missing wait."; echo "========= ERROR SUMMARY: 2 errors" ;;
  *) echo "========= ERROR SUMMARY: 0 errors" ;;
esac
"""

    def labs(self, *options, twin=""):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("lab", self.LAB.replace("TWIN", twin)), ("compute-sanitizer", self.SANITIZER)):
                path = Path(folder, name)
                path.write_text(text)
                path.chmod(0o755)
            record = Path(folder, "record.json")
            result = run(ROOT / "tools/gpu_labs.py", folder, "--runs", "10", "--json", record, *options,
                         PATH=f"{folder}:{os.environ['PATH']}")
            return result, json.loads(record.read_text()) if record.exists() else None

    def test_what_is_recorded(self):
        result, record = self.labs()
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = {(row["lab"], row["fixed"]): row for row in record["rows"]}
        self.assertEqual(len(rows), 4)
        self.assertEqual(rows["half_wrong", False]["few"],
                         {"runs": 10, "wrong_runs": 5, "most_wrong_elements": 7, "failure": ""})
        self.assertEqual(rows["half_wrong", True]["few"]["wrong_runs"], 0)
        self.assertEqual(rows["stuck", False]["few"]["failure"], "stuck: parity 0 of the empty barrier")
        self.assertEqual(rows["stuck", False]["sanitizer"]["synccheck"]["reports"], 2)
        self.assertEqual(rows["stuck", False]["sanitizer"]["synccheck"]["first_report"],
                         "Barrier error detected. Missing wait.")
        self.assertEqual(rows["stuck", False]["sanitizer"]["racecheck"]["reports"], 0)
        self.assertEqual(record["machine"]["gpu"], "a GPU")
        self.assertEqual(record["machine"]["compute_sanitizer"], "Version 1.2.3")
        self.assertIn("5 of 10 right", result.stdout)

    def test_a_wrong_twin_fails(self):
        result, _ = self.labs(twin='outcome["wrong_runs"] = 1')
        self.assertEqual(result.returncode, 1)
        self.assertIn("the repaired twin of half_wrong", result.stderr)

    def test_bad_input(self):
        for options in (("--labs", "no_such_lab"), ("--runs", "0"), ("--json", "/no/such/folder/x.json")):
            result, record = self.labs(*options)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIsNone(record)
            self.assertIn(options[1], result.stderr)

    def test_a_program_that_can_not_run_is_no_result(self):
        result, record = self.labs(twin='print("no GPU", file=sys.stderr); sys.exit(3)')
        self.assertEqual(result.returncode, 2)
        self.assertIsNone(record)
        self.assertIn("no GPU", result.stderr)


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


if __name__ == "__main__":
    unittest.main()
