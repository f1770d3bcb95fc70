"""What becomes of the published claims."""

import itertools
import json
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "bench")]
import verdicts  # noqa: E402

FACTS = sys.argv.pop(1) if len(sys.argv) > 1 else None
SHAPE = {"m": 8192, "n": 8192, "k": 8192}


def judge(times, profiles=None):
    """The verdicts by claim, from times by row and (tensor pipe, DRAM) by row."""
    result = {"rows": [{"name": name, "median_ms": ms, "shape": SHAPE} for name, ms in times.items()]}
    keys = ("tensor_pipe_percent", "dram_percent")
    rows = [{"name": name, "metrics": dict(zip(keys, metrics))} for name, metrics in (profiles or {}).items()]
    return {each["claim"]: each for each in verdicts.judge(result, {"rows": rows} if profiles else None)}


def outcome(claim, times, profiles=None):
    return judge(times, profiles)[claim]["outcome"]


class Claims(unittest.TestCase):
    def test_what_was_not_run_is_not_judged_and_says_what_is_missing(self):
        for claim, verdict in judge({}).items():
            # The seventh is counted, not timed.
            self.assertEqual(verdict["outcome"], verdicts.HOLDS if claim == "7" else verdicts.NOT_MEASURED, claim)
            self.assertTrue(verdict["measured"])
        self.assertEqual(judge({"v4": 1.5})["1"]["measured"], "not run at 8192 cubed: v3")
        self.assertEqual(outcome("6", {"v4": 1.5, "v4:swizzle-1": 1.6, "v4:2-stages": 1.7}), verdicts.NOT_MEASURED)

    def test_other_shapes_do_not_count(self):
        rows = [{"name": name, "median_ms": 1.0, "shape": {"m": 4096, "n": 8192, "k": 8192}} for name in ("v3", "v4")]
        self.assertEqual(verdicts.judge({"rows": rows})[0]["outcome"], verdicts.NOT_MEASURED)

    def test_the_published_figures_bear_out_the_published_claims(self):
        published = judge(
            {"v3": 1.91, "v4": 1.71, "v4:2-stages": 1.90, "v4:4-stages": 1.71}, {"v3": (75, 61), "v4": (80, 27)}
        )
        for claim in ("1", "2", "3a", "3b", "4", "5"):
            self.assertEqual(published[claim]["outcome"], verdicts.HOLDS, claim)
        self.assertEqual(published["1"]["measured"], "v3 1.910 ms, v4 1.710 ms; +11.7%")
        self.assertEqual(published["5"]["measured"], "61.0% to 27.0%")

    def test_a_lead_of_half_the_claimed_one_holds_a_smaller_one_in_part_none_not_at_all(self):
        for v3, expected in ((1.061, "holds"), (1.059, "holds in part"), (1.021, "holds in part"), (1.019, "does not hold")):
            self.assertEqual(outcome("1", {"v3": v3, "v4": 1}), expected)

    def test_no_faster_means_not_by_more_than_two_runs_may_differ(self):
        for v3, expected in ((1.019, "holds"), (1.021, "does not hold"), (0.5, "holds")):
            self.assertEqual(outcome("2", {"v3": v3, "v4:2-stages": 1}), expected)
        self.assertEqual(outcome("8", {"v4": 1.05, "v4:128-arrivals": 1}), "does not hold")
        self.assertEqual(outcome("waits", {"v4": 1, "v4:relaxed-waits": 1}), "holds")

    def test_the_raster_must_pay_with_three_stages_and_not_with_two(self):
        names = ("v4:2-stages-swizzle-1", "v4:2-stages", "v4:swizzle-1", "v4")
        for times, expected in (
            ((1.01, 1, 1.05, 1), "holds"),
            ((1.03, 1, 1.05, 1), "holds in part"),
            ((1.06, 1, 1.05, 1), "does not hold"),
            ((1, 1, 1.01, 1), "does not hold"),
        ):
            self.assertEqual(outcome("6", dict(zip(names, times))), expected)

    def test_profiles_are_compared_in_points_for_the_tensor_pipe_and_as_a_share_for_dram(self):
        for v4, pipe, dram in (
            ((88.5, 22), "holds", "holds"),
            ((86, 30), "holds in part", "holds in part"),
            ((85, 34), "does not hold", "does not hold"),
            ((None, None), "not measured", "not measured"),
        ):
            profiles = {"v3": (85, 33), "v4": v4}
            self.assertEqual((outcome("4", {}, profiles), outcome("5", {}, profiles)), (pipe, dram))


class Rasterization(unittest.TestCase):
    def test_strips(self):
        self.assertEqual(verdicts.strips_touched(8, 8, 16, 8), 2 + 8)
        self.assertEqual(verdicts.strips_touched(8, 8, 16, 4), 4 + 4)
        self.assertEqual(verdicts.strips_touched(3, 5, 5, 5), 1 + 5)

    def test_tiles_are_those_of_the_kernels_rasterizer(self):
        self.assertIsNotNone(FACTS, "the program docs_facts is the first argument")
        cases = list(itertools.product((1, 3, 8), (1, 5, 8, 13), (2, 3, 4, 8, 16)))
        lines = "".join(f"{rows} {columns} {swizzle} 0 {rows * columns}\n" for rows, columns, swizzle in cases)
        run = subprocess.run([FACTS, "tiles"], input=lines, capture_output=True, text=True, check=True)
        for (rows, columns, swizzle), fact in zip(cases, json.loads(run.stdout)):
            ours = [list(verdicts.tile_of(index, rows, columns, swizzle)) for index in range(rows * columns)]
            self.assertEqual(ours, fact["tiles"], (rows, columns, swizzle))


if __name__ == "__main__":
    unittest.main()
