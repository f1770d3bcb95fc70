"""The form of recorded results: made-up ones, one that bench_matmul's code wrote, and every recorded one."""

import copy
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "bench")]
import recorded  # noqa: E402
import synthetic  # noqa: E402

PRINT_SAMPLE = sys.argv.pop(1) if len(sys.argv) > 1 else None


class Forms(unittest.TestCase):
    def setUp(self):
        self.records = copy.deepcopy(synthetic.everything())
        self.result = self.records["tutorial"]

    def assert_fault(self, data, part):
        faults = recorded.faults_of(data)
        self.assertTrue(any(part in fault for fault in faults), f"no fault about {part!r} in {faults}")

    def test_made_up_records_are_sound(self):
        for kind, data in self.records.items():
            with self.subTest(kind):
                self.assertEqual(recorded.faults_of(data), [])

    def test_what_bench_matmul_writes_is_sound(self):
        self.assertIsNotNone(PRINT_SAMPLE, "the program that prints a sample is the first argument")
        text = subprocess.run([PRINT_SAMPLE], capture_output=True, text=True, check=True).stdout
        data = json.loads(text)
        # The sample says that it did run three rounds; everything else is checked too.
        self.assertEqual(recorded.faults_of(data), [])
        self.assertEqual(data["machine"]["gpu"], 'SYNTHETIC "GPU"')

    def test_every_recorded_file_is_sound(self):
        for path in sorted(recorded.RESULTS.glob("*.json")):
            with self.subTest(path.name):
                data = recorded.read(path)
                self.assertNotIn("SYNTHETIC", data["machine"]["gpu"])
                self.assertNotIn("-modified", data["commit"])

    def test_every_missing_field_is_found(self):
        for key in recorded.RESULT_FORM:
            broken = copy.deepcopy(self.result)
            del broken[key]
            with self.subTest(key):
                self.assertNotEqual(recorded.faults_of(broken), [])
        for key in recorded.RESULT_FORM["rows"][0]:
            broken = copy.deepcopy(self.result)
            del broken["rows"][2][key]
            with self.subTest(key):
                self.assert_fault(broken, f"rows[2].{key} is missing")

    def test_wrong_types_are_found(self):
        self.result["rows"][0]["stages"] = 2.5
        self.assert_fault(self.result, "rows[0].stages is 2.5")
        self.result["rows"][0]["stages"] = True
        self.assert_fault(self.result, "rows[0].stages is True")
        self.result["rows"][0]["times_ms"][1] = "fast"
        self.assert_fault(self.result, "rows[0].times_ms[1]")
        self.result["machine"]["driver"] = 580
        self.assert_fault(self.result, "machine.driver")

    def test_an_unknown_field_is_found(self):
        self.result["machine"]["host"] = "mine"
        self.assert_fault(self.result, "machine.host is unknown")

    def test_figures_that_do_not_follow_from_the_times_are_found(self):
        for key in ("median_ms", "min_ms", "max_ms", "teraflops", "ratio_to_cublas", "percent_of_peak"):
            broken = copy.deepcopy(self.result)
            broken["rows"][3][key] *= 1.001
            with self.subTest(key):
                self.assert_fault(broken, f"{key} is")
        self.result["machine"]["peak_teraflops"] += 1
        self.assert_fault(self.result, "peak_teraflops is")

    def test_missing_rounds_checks_and_rivals_are_found(self):
        broken = copy.deepcopy(self.result)
        broken["rows"][0]["times_ms"].pop()
        self.assert_fault(broken, "must have 5 times")
        broken = copy.deepcopy(self.result)
        broken["rows"][0]["checked_elements"] -= 1
        self.assert_fault(broken, "without all of its result checked")
        self.result["rows"] = [row for row in self.result["rows"] if row["name"] != "cublas"]
        self.assert_fault(self.result, "no row of cublas")

    def test_other_schemas_are_refused(self):
        self.assert_fault([], "neither a result")
        self.assert_fault({"schema": "other"}, "neither a result")
        self.result["schema_version"] = 2
        self.assert_fault(self.result, "schema_version is 2")
        self.records["ablations"]["verdicts"][0]["outcome"] = "perhaps"
        self.assert_fault(self.records["ablations"], "unknown outcome")


class Newest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, data):
        (Path(self.folder.name) / name).write_text(json.dumps(data), encoding="utf-8")

    def test_the_newest_of_each_kind_is_taken(self):
        cube = [(8192, 8192, 8192)]
        self.write("a.json", synthetic.result("tutorial", cube, synthetic.ladder, date="2026-03-01T00:00:00Z"))
        self.write("b.json", synthetic.result("tutorial", cube, synthetic.ladder, date="2026-02-01T00:00:00Z"))
        self.write("c.json", synthetic.result("8192x8192x8192", cube, synthetic.ladder, date="2026-09-01T00:00:00Z"))
        self.write("d.json", synthetic.profiles())
        found = recorded.newest(self.folder.name)
        self.assertEqual(set(found), {"tutorial", "profiles"})
        self.assertEqual(found["tutorial"]["date"], "2026-03-01T00:00:00Z")

    def test_a_broken_file_is_named(self):
        (Path(self.folder.name) / "broken.json").write_text("{", encoding="utf-8")
        with self.assertRaisesRegex(recorded.InvalidRecord, "broken.json"):
            recorded.newest(self.folder.name)


if __name__ == "__main__":
    unittest.main()
