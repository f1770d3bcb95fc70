#!/usr/bin/env python3
"""The record of the labs on a GPU is complete, what the README says of it is true, and broken records are refused."""

import copy
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))
import lab_results


class Record(unittest.TestCase):
    def setUp(self):
        self.record, self.rows = lab_results.newest()

    def row(self, record, name, fixed=False):
        return next(row for row in record["rows"] if (row["lab"], row["fixed"]) == (name, fixed))

    def changed(self, change):
        record = copy.deepcopy(self.record)
        change(record)
        return lab_results.check(record, lab_results.lab_names())

    def test_the_readme_agrees(self):
        text = re.sub(r"\s+", " ", (ROOT / "README.md").read_text(encoding="utf-8"))
        counts = lab_results.counts(self.rows)
        gpu = self.record["machine"]["gpu"].removeprefix("NVIDIA ")
        self.assertIn(f"We ran the {counts['labs']} broken pipelines of `labs/` on an {gpu}: {counts['right']} of them "
                      f"gave the right numbers in every one of {counts['launches']} launches, and for {counts['silent']} "
                      "of these", text)
        self.assertIn(f"it finds all {counts['labs']}", text)

    def test_a_missing_twin_is_found(self):
        with self.assertRaisesRegex(lab_results.InvalidRecord, "of wrong_stride there is only one"):
            self.changed(lambda record: record["rows"].remove(self.row(record, "wrong_stride", True)))

    def test_a_lab_that_is_gone_is_found(self):
        with self.assertRaisesRegex(lab_results.InvalidRecord, "there is no lab wrong_stride any more"):
            lab_results.check(self.record, [name for name in lab_results.lab_names() if name != "wrong_stride"])

    def test_a_new_lab_may_be_missing(self):
        self.assertEqual(lab_results.check(self.record, [*lab_results.lab_names(), "a_new_one"]), self.rows)
        self.assertEqual(lab_results.in_words(None), "not run yet")

    def test_a_wrong_twin_is_found(self):
        with self.assertRaisesRegex(lab_results.InvalidRecord, "the repaired twin of wrong_stride did not pass"):
            self.changed(lambda record: self.row(record, "wrong_stride", True)["many"].update(wrong_runs=1))

    def test_launches_that_say_nothing_are_found(self):
        with self.assertRaisesRegex(lab_results.InvalidRecord, "early_release.few holds no launch"):
            self.changed(lambda record: self.row(record, "early_release")["few"].update(runs=0))

    def test_a_missing_tool_is_found(self):
        with self.assertRaisesRegex(lab_results.InvalidRecord, "early_release.racecheck.reports"):
            self.changed(lambda record: self.row(record, "early_release")["sanitizer"].pop("racecheck"))


class Words(unittest.TestCase):
    @staticmethod
    def row(few, many, **reports):
        keys = ("runs", "wrong_runs", "failure")
        examined = {tool: {"reports": 0, "first_report": ""} for tool in lab_results.TOOLS}
        for tool, (count, text) in reports.items():
            examined[tool] = {"reports": count, "first_report": text}
        return {"few": dict(zip(keys, few)), "many": dict(zip(keys, many)), "sanitizer": examined}

    def test_launches(self):
        stuck = "stuck: parity 0 of the empty barrier"
        for few, many, words in (
            ((20, 0, ""), (2, 0, ""), "right in all 22 launches"),
            ((20, 20, ""), (2, 2, ""), "wrong in all 22 launches"),
            ((0, 0, stuck), (0, 0, stuck), "stuck: parity 0 of the empty barrier never completes"),
            ((20, 0, ""), (2, 2, ""), "right in 20 of 20 launches; with many K-tiles right in 0 of 2 launches"),
            ((3, 1, "cudaErrorX"), (0, 0, stuck),
             "right in 2 of 3 launches, then the launch fails (`cudaErrorX`); with many K-tiles stuck: parity 0 of the "
             "empty barrier never completes"),
        ):
            self.assertEqual(lab_results.in_words(self.row(few, many)), words)

    def test_the_programs_own_trap_is_nobodys_report(self):
        trapped = self.row((0, 0, "x"), (0, 0, "x"), memcheck=(32, lab_results.OWN_TRAP))
        self.assertEqual(lab_results.noticed(trapped), {})
        self.assertEqual(lab_results.tools_in_words(trapped), "racecheck, synccheck and memcheck report nothing")
        race = self.row((1, 0, ""), (1, 0, ""), racecheck=(3, "Error: Race reported between Write access at hopper::f()"))
        self.assertEqual(lab_results.tools_in_words(race),
                         "racecheck reports *Race reported between Write access*; synccheck and memcheck report nothing")


if __name__ == "__main__":
    unittest.main()
