"""The form of recorded results, and what follows from them: made-up ones, one that bench_matmul's code wrote, and every
recorded one."""

import copy
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "bench")]
import derived  # noqa: E402
import recorded  # noqa: E402
import synthetic  # noqa: E402

PRINT_SAMPLE = sys.argv.pop(1) if len(sys.argv) > 1 else None


def sample(*arguments):
    """What bench_matmul's code makes of a made-up record."""
    assert PRINT_SAMPLE is not None, "the program that prints a sample is the first argument"
    return subprocess.run([PRINT_SAMPLE, *arguments], capture_output=True, text=True, check=True).stdout


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
        data = json.loads(sample())
        self.assertEqual(recorded.faults_of(data), [])
        self.assertEqual(data["machine"]["gpu"], 'SYNTHETIC "GPU"')
        self.assertEqual(data["rows"][1]["power_w"], [690.5, 691.0])

    def test_the_table_of_bench_matmul_tells_the_same(self):
        rows = derived.add_figures(json.loads(sample()))["rows"]
        expected = [f"{row['name']} {row['median_ms']:.4f} {row['teraflops']:.1f} {row['ratio_to_cublas']:.3f}" for row in rows]
        lines = [" ".join(line.split()) for line in sample("table").splitlines()]
        self.assertEqual([line for line in lines if line.startswith(("v", "cublas"))], expected)

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

    def test_missing_rounds_checks_and_rivals_are_found(self):
        broken = copy.deepcopy(self.result)
        broken["rows"][0]["times_ms"].pop()
        self.assert_fault(broken, "must have 5 times")
        broken = copy.deepcopy(self.result)
        broken["rows"][0]["times_ms"][2] = 0.0
        self.assert_fault(broken, "must have 5 times above 0")
        broken = copy.deepcopy(self.result)
        broken["rows"][0]["checked_elements"] -= 1
        self.assert_fault(broken, "without all of its result checked")
        broken = copy.deepcopy(self.result)
        broken["rows"][0]["power_w"].pop()
        self.assert_fault(broken, "as many clocks as powers")
        self.result["rows"] = [row for row in self.result["rows"] if row["contender"] != "cublas"]
        self.assert_fault(self.result, "no row of cublas")

    def test_other_schemas_are_refused(self):
        self.assert_fault([], "neither a result")
        self.assert_fault({"schema": "other"}, "neither a result")
        self.result["schema_version"] = 1
        self.assert_fault(self.result, "schema_version is 1")

    def test_what_follows_is_no_part_of_a_record(self):
        for key in ("median_ms", "teraflops", "ratio_to_cublas"):
            self.result["rows"][0][key] = 1.0
            self.assert_fault(self.result, f"rows[0].{key} is unknown")


class Figures(unittest.TestCase):
    def setUp(self):
        self.result = synthetic.result("8192x8192x8192", [(8192, 8192, 8192)], synthetic.ladder, rounds=4)
        cublas, self.v4 = self.result["rows"][4], self.result["rows"][3]
        cublas["times_ms"] = [1.5, 1.6, 1.4, 1.5]
        self.v4["times_ms"] = [2.0, 1.6, 1.9, 1.7]

    def test_figures_follow_from_the_medians_of_a_row_and_of_cublas(self):
        derived.add_figures(self.result)
        v4 = self.v4
        self.assertAlmostEqual(v4["median_ms"], 1.8)
        self.assertEqual((v4["min_ms"], v4["max_ms"], v4["name"]), (1.6, 2.0, "v4"))
        self.assertAlmostEqual(v4["teraflops"], 2 * 8192**3 / 1.8e-3 * 1e-12)
        self.assertAlmostEqual(v4["ratio_to_cublas"], 1.5 / 1.8)
        self.assertAlmostEqual(v4["percent_of_peak"], 100 * v4["teraflops"] / (132 * 1.98e9 * 4096 * 1e-12))
        self.assertEqual((v4["operand_bytes"], v4["operands_in_l2"]), (3 * 2 * 8192**2, False))

    def test_clocks_of_rounds_too_short_to_sample_are_not_shown(self):
        self.assertIsNone(derived.add_figures(copy.deepcopy(self.result))["rows"][3]["clock_mhz"])
        self.result["method"]["batch_ms"] = 200.0
        derived.add_figures(self.result)
        self.assertEqual((self.v4["clock_mhz"], self.v4["watts"]), (1495.0, 691.0))

    def test_small_problems_live_in_l2_unless_they_have_many_sets(self):
        result = synthetic.result("512x512x512", [(512, 512, 512)], synthetic.ladder)
        self.assertTrue(derived.add_figures(copy.deepcopy(result))["rows"][0]["operands_in_l2"])
        result["rows"][0]["operand_sets"] = 81
        self.assertFalse(derived.add_figures(result)["rows"][0]["operands_in_l2"])


class Files(unittest.TestCase):
    def test_what_is_written_is_what_is_read(self):
        for data in synthetic.everything().values():
            self.assertEqual(json.loads(recorded.text_of(data)), data)

    def test_a_file_that_can_not_be_written_stays_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.json"
            path.write_text("earlier", encoding="utf-8")
            with self.assertRaises(TypeError):
                recorded.write({"rows": [object()]}, path)
            self.assertEqual([each.read_text() for each in Path(folder).iterdir()], ["earlier"])
            (Path(folder) / "folder").mkdir()
            for target in ("absent/a.json", "folder"):
                with self.assertRaises(OSError):
                    recorded.write({"rows": []}, Path(folder) / target)
            self.assertEqual({each.name for each in Path(folder).iterdir()}, {"a.json", "folder"})


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
        with self.assertRaisesRegex(recorded.InvalidRecord, "broken.json' is not JSON"):
            recorded.newest(self.folder.name)


if __name__ == "__main__":
    unittest.main()
