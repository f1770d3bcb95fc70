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
from summarize_tests import check_skips, read_allowed, summarize

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
    SUITE = ElementTree.fromstring(
        """<testsuite>
        <testcase name="a" status="run"><system-out>skipped: not really</system-out></testcase>
        <testcase name="b" status="fail"/>
        <testcase name="gpu.c" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
          <system-out>x\nSKIPPED: no Hopper GPU</system-out></testcase>
        <testcase name="gpu.d" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
          <system-out>skipped: no Hopper GPU</system-out></testcase>
        <testcase name="e" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
        </testsuite>"""
    )

    def test_counts_and_reasons(self):
        self.assertEqual(
            summarize(self.SUITE),
            [
                "ran 2 tests: 1 passed, 1 failed; skipped 3",
                "  2 skipped: no Hopper GPU",
                "  1 skipped: it gave no reason",
            ],
        )

    def test_allowed_skips(self):
        self.assertEqual(check_skips(self.SUITE, read_allowed("# why\n\ngpu.*: no Hopper GPU*\ne: it gave no reason\n")), [])
        self.assertEqual(check_skips(self.SUITE, [("gpu.c", "*"), ("e", "*")]),
                         ["gpu.d must not be skipped here: no Hopper GPU"])
        self.assertEqual(check_skips(self.SUITE, [("gpu.*", "device code*"), ("e", "*")]),
                         ["gpu.c must not be skipped here: no Hopper GPU", "gpu.d must not be skipped here: no Hopper GPU"])

    def test_an_allowed_skip_of_no_test(self):
        problems = check_skips(self.SUITE, [("gpu.*", "*"), ("e", "*"), ("gone", "*")])
        self.assertEqual(problems, ["no test has a name like 'gone', which the list of allowed skips holds"])

    def test_a_line_that_allows_nothing(self):
        for line in ("gpu.*", ": why", "gpu.*:"):
            with self.assertRaisesRegex(ValueError, "NAME PATTERN"):
                read_allowed(line)

    # What CTest itself writes for each way of not running.
    TESTS = """
add_test(missing "no/such/program")
add_test(skipped "/bin/sh" "-c" "echo skipped: no GPU; exit 77")
set_tests_properties(skipped PROPERTIES SKIP_RETURN_CODE 77)
add_test(broken "/bin/false")
set_tests_properties(broken PROPERTIES FIXTURES_SETUP site)
add_test(dependent "/bin/true")
set_tests_properties(dependent PROPERTIES FIXTURES_REQUIRED site)
"""

    def test_what_ctest_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "CTestTestfile.cmake").write_text(self.TESTS)
            Path(folder, "allowed").write_text("skipped: no GPU\n")
            Path(folder, "forbidden").write_text("skipped: no CPU\n")
            result = run(ROOT / "tools/run_tests.sh", folder)
            self.assertEqual(result.returncode, 8, result.stdout)
            self.assertIn("ran 1 tests: 0 passed, 1 failed; skipped 1; could not run 2\n", result.stdout)
            self.assertIn("could not run missing: Unable to find executable", result.stdout)
            self.assertIn("could not run dependent: Failed test dependencies: broken", result.stdout)
            self.assertIn("1 skipped: no GPU", result.stdout)
            for file, code in (("allowed", 0), ("forbidden", 1), ("absent", 2)):
                result = run(ROOT / "tools/run_tests.sh", folder, "--allow-skips", Path(folder, file), "-R", "skipped")
                self.assertEqual(result.returncode, code, result.stdout + result.stderr)

    def test_a_folder_without_tests(self):
        result = run(ROOT / "tools/run_tests.sh", ROOT / "tests/build")
        self.assertEqual(result.returncode, 2)
        self.assertIn("is no build folder", result.stderr)


if __name__ == "__main__":
    unittest.main()
