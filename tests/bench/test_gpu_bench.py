"""tools/gpu_bench.sh, the script for GPU machines, without one."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import synthetic  # noqa: E402
from in_folder import InFolder  # noqa: E402


class GpuBench(InFolder):
    """tools/gpu_bench.sh with a bench_matmul that writes made-up results."""

    def setUp(self):
        super().setUp()
        for kind, data in synthetic.everything().items():
            self.write(f"records/{kind}.json", data)
        self.write(
            "build/bench_matmul",
            f"""#!/bin/sh
echo "$HOPPER_COMMIT: $*" >>'{self.folder}/calls'
case "$*" in *ablations*) kind=ablations;; *) kind=tutorial;; esac
while [ $# -gt 1 ]; do [ "$1" = --json ] && cat '{self.folder}'/records/$kind.json >"$2"; shift; done
exit ${{STATUS:-0}}
""",
            executable=True,
        )

    def bench(self, *options, **environment):
        variables = {key: value for key, value in os.environ.items() if key not in ("OUT", "HOPPER_COMMIT")}
        return subprocess.run(
            [ROOT / "tools/gpu_bench.sh", self.folder / "build", *options],
            capture_output=True,
            text=True,
            check=False,
            env=variables | environment,
        )

    def test_the_parts(self):
        run = self.bench("--skip", "profiles", "--out", self.folder / "out", "--commit", "abc")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        names = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(names, ["ablations.json", "llm.json", "sustained.json", "sweep.json", "tutorial.json"])
        calls = (self.folder / "calls").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(calls), 5)
        self.assertTrue(all(call.startswith("abc: ") for call in calls))
        self.assertIn("--shapes ablations", calls[-1])

    def test_profiles_reach_the_verdicts(self):
        self.write("out/profiles.json", synthetic.profiles())
        run = self.bench("--only", "ablations", "--out", self.folder / "out")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("measured 66.0% to 74.0%", run.stdout)

    def test_a_failing_part_fails_the_whole(self):
        run = self.bench("--only", "tutorial llm", STATUS="3")
        self.assertEqual(run.returncode, 1)
        self.assertIn("exit status 3", run.stdout)

    def test_repeated_runs_are_compared(self):
        run = self.bench("--repeat", "--pause", "0")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("largest difference 0.00%: within 2%", run.stdout)

    def test_bad_input(self):
        for options in (("--only", "everything"), ("--out",), ("--bogus",), ("--pause", "long"), ("another",)):
            with self.subTest(options):
                run = self.bench(*options)
                self.assertEqual(run.returncode, 2)
                self.assertIn("gpu_bench.sh:", run.stderr)


if __name__ == "__main__":
    unittest.main()
