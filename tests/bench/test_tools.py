"""The tools around the records: tables, comparing runs and profiles with a made-up ncu."""

import contextlib
import io
import json
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "bench")]
import compare_runs  # noqa: E402
import derived  # noqa: E402
import ncu_output  # noqa: E402
import recorded  # noqa: E402
import show  # noqa: E402
import synthetic  # noqa: E402
import tables  # noqa: E402
from in_folder import InFolder  # noqa: E402

NCU_CSV = """==PROF== Connected to process 1
"ID","Process ID","Kernel Name","gpu__time_duration.sum","dram__throughput.avg.pct_of_peak_sustained_elapsed","sm__cycles_elapsed.avg.per_second","launch__registers_per_thread","smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio","smsp__average_warps_issue_stalled_wait_per_issue_active.ratio","smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"
"","","","nsecond","%","hz","register/thread","warp","warp","warp"
"0","1","small(int)","2,000","1.5","1500000000","20","0.1","0.2","1"
"1","1","matmul_v4<Config, 3>","1,536,000","22.5","1510000000","168","9.5","0.4","1"
==PROF== Disconnected
"""


def quietly(function, *arguments):
    """Calls a main function; its status, and what it printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = function(*arguments)
    return status, out.getvalue()


class Tables(InFolder):
    def setUp(self):
        super().setUp()
        self.records = synthetic.everything()
        for kind, data in self.records.items():
            self.write(f"results/{kind}.json", data)
        self.records = recorded.newest(self.folder / "results")
        self.page = "before\n<!-- generated: versions -->\n<!-- end -->\nafter\n"

    def run_tables(self, *more):
        return quietly(tables.main, ["--root", str(self.folder), "--results", str(self.folder / "results"), *more])

    def test_every_table_is_made(self):
        made = tables.make_tables(self.records)
        self.assertEqual(set(made), set(tables.TABLES))
        for name, text in made.items():
            with self.subTest(name):
                self.assertTrue(text.endswith("\n"))
                rows = [line for line in text.splitlines() if line.startswith("|")]
                self.assertEqual(len({row.count("|") for row in rows}), 0 if name == "machine" else 1)

    def test_the_versions_table_tells_the_record(self):
        text = tables.make_tables(self.records)["versions"]
        row = next(row for row in self.records["ablations"]["rows"] if row["name"] == "v4")
        expected = f"| {row['median_ms']:.3f} | {row['teraflops']:.0f} | {100 * row['ratio_to_cublas']:.0f}% |"
        self.assertIn(expected, text)
        self.assertIn("128 × 256 × 64, 3 stages, 2 consumer groups, swizzle size 4", text)

    def test_a_record_that_is_missing_leaves_its_tables_out(self):
        del self.records["ablations"]
        made = tables.make_tables(self.records)
        self.assertNotIn("versions", made)
        self.assertNotIn("claims", made)
        self.assertIn("sweep", made)

    def test_pages_are_filled_in_and_drift_is_found(self):
        readme = self.write("README.md", self.page)
        status, out = self.run_tables("--check")
        self.assertEqual(status, 1)
        self.assertIn("README.md has drifted", out)
        self.assertEqual(self.run_tables()[0], 0)
        self.assertEqual(self.run_tables("--check"), (0, ""))
        text = readme.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("before\n<!-- generated: versions -->\n|"))
        self.assertTrue(text.endswith("<!-- end -->\nafter\n"))
        readme.write_text(text.replace("stages", "stage"), encoding="utf-8")
        self.assertEqual(self.run_tables("--check")[0], 1)

    def test_a_changed_record_is_drift(self):
        self.write("README.md", self.page)
        self.run_tables()
        self.write(
            "results/newer.json",
            synthetic.result("tutorial", [(8192, 8192, 8192)], synthetic.ladder, "2026-07-01T00:00:00Z", rounds=3),
        )
        self.assertEqual(self.run_tables("--check")[0], 1)

    def test_a_changed_picture_is_drift(self):
        self.run_tables()
        self.write("docs/generated/ladder.svg", "<svg/>")
        status, out = self.run_tables("--check")
        self.assertEqual(status, 1)
        self.assertIn("ladder.svg has drifted", out)

    def test_an_unknown_table_is_named(self):
        self.write("docs/page.md", "<!-- generated: nonsense -->\n<!-- end -->\n")
        status, out = self.run_tables()
        self.assertEqual(status, 2)
        self.assertIn("docs/page.md asks for the table 'nonsense'", out)

    def test_a_broken_record_is_named(self):
        self.write("results/broken.json", "{")
        status, out = self.run_tables()
        self.assertEqual(status, 2)
        self.assertIn("broken.json", out)


class Show(InFolder):
    def test_a_file(self):
        file = self.write("a.json", synthetic.everything()["ablations"])
        profiles = self.write("p.json", synthetic.profiles())
        status, out = quietly(show.main, [str(file), "--profiles", str(profiles)])
        self.assertEqual(status, 0)
        self.assertIn("8192 x 8192 x 8192: one set of operands, 402.7 MB; they don't fit L2", out)
        row = derived.row_at(recorded.read(file), derived.CUBE, "v4")
        self.assertRegex(out, rf"v4 +{row['median_ms']:.4f} .* {row['ratio_to_cublas']:.3f} ")
        self.assertIn("measured 66.0% to 74.0%", out)
        self.assertNotIn("RECORDED", out)

    def test_a_recorded_set_says_that_it_is_one(self):
        status, out = quietly(show.main, [])
        self.assertEqual(status, 0)
        self.assertIn("RECORDED, not measured now, by `bench_matmul --shapes tutorial", out)
        self.assertIn("4096 x 4096 x 14336", out)

    def test_what_is_no_result_is_refused_in_a_sentence(self):
        for name, text in (("broken.json", "{"), ("other.json", {}), ("p.json", synthetic.profiles()), ("folder/x", "")):
            self.write(name, text)
        file = str(self.write("a.json", synthetic.everything()["ablations"]))
        for arguments, part in (
            (["nope"], "'nope' is neither a file nor a recorded set: tutorial"),
            (["1000x2000x3000"], "neither a file nor a recorded set"),
            ([str(self.folder / "broken.json")], "broken.json' is not JSON"),
            ([str(self.folder / "other.json")], "neither a result of bench_matmul"),
            ([str(self.folder / "p.json")], "hopper-matmul-bench is needed"),
            ([str(self.folder / "folder")], "Is a directory"),
            ([file, "--profiles", str(self.folder / "folder")], "Is a directory"),
            ([file, "--profiles", str(self.folder / "broken.json")], "broken.json' is not JSON"),
        ):
            with self.subTest(arguments):
                run = subprocess.run([sys.executable, ROOT / "bench/show.py", *arguments], capture_output=True, text=True, check=False)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertIn(part, run.stderr)

    def test_an_output_that_takes_nothing_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = subprocess.run([sys.executable, ROOT / "bench/show.py"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.returncode, 3)
        self.assertEqual(run.stderr, "show.py: writing to standard output failed: No space left on device\n")


class CompareRuns(InFolder):
    def compare(self, factor, *more):
        first = synthetic.result("tutorial", [(8192, 8192, 8192)], synthetic.ladder)
        second = json.loads(json.dumps(first))
        second["rows"][3]["times_ms"] = [time * factor for time in second["rows"][3]["times_ms"]]
        paths = [str(self.write(name, data)) for name, data in (("1.json", first), ("2.json", second))]
        return quietly(compare_runs.main, [*paths, *more])

    def test_runs_that_agree(self):
        status, out = self.compare(1.019)
        self.assertEqual(status, 0)
        self.assertIn("largest difference 1.90%: within 2%", out)

    def test_runs_that_do_not(self):
        for factor in (1.021, 1 / 1.021):
            status, out = self.compare(factor)
            self.assertEqual(status, 1)
            self.assertIn("NOT within 2%", out)
        self.assertEqual(self.compare(1.021, "--within", "3")[0], 0)

    def test_files_without_common_rows(self):
        paths = [
            str(self.write(f"{m}.json", synthetic.result("x", [(m, 512, 512)], synthetic.ladder))) for m in (512, 1024)
        ]
        with self.assertRaises(SystemExit) as stopped:
            quietly(compare_runs.main, paths)
        self.assertEqual(stopped.exception.code, 2)


class NcuOutput(unittest.TestCase):
    def test_the_longest_kernel_counts(self):
        kernels = ncu_output.parse_csv(NCU_CSV)
        self.assertEqual(len(kernels), 2)
        kernel = ncu_output.longest_kernel(kernels)
        self.assertEqual(kernel["Kernel Name"], "matmul_v4<Config, 3>")
        figures = ncu_output.figures_of(kernel)
        self.assertAlmostEqual(figures["duration_ms"], 1.536)
        self.assertAlmostEqual(figures["sm_clock_mhz"], 1510)
        self.assertEqual(figures["dram_percent"], 22.5)
        self.assertEqual(figures["registers"], 168)
        self.assertIsNone(figures["tensor_pipe_percent"])

    def test_stalls_are_sorted_and_issuing_is_none(self):
        stalls = ncu_output.stalls_of(ncu_output.parse_csv(NCU_CSV)[1])
        self.assertEqual([stall["reason"] for stall in stalls], ["gmma", "wait"])

    def test_output_without_kernels(self):
        self.assertEqual(ncu_output.parse_csv("==ERROR== nothing\n"), [])

    def test_unknown_metrics_are_found_in_errors_only(self):
        asked = ["a__b.sum", "c__d.avg"]
        output = "profiling a__b.sum\n==ERROR== Failed to find metric c__d.avg\n"
        self.assertEqual(ncu_output.unknown_metrics(output, asked), ["c__d.avg"])


class Profile(InFolder):
    """bench/profile.py with an ncu that answers from a file."""

    def profile(self, script, *more):
        self.write("bench_matmul", "#!/bin/sh\n", executable=True)
        self.write("answer.csv", NCU_CSV)
        ncu = self.write("ncu", f"#!/bin/sh\ncd '{self.folder}'\n{script}\n", executable=True)
        command = [sys.executable, ROOT / "bench/profile.py", "--build", self.folder, "--ncu", ncu, *more]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_a_profile(self):
        file = self.folder / "p.json"
        run = self.profile('echo "$@" >>asked; cat answer.csv', "--rows", "v4,cublas", "--json", str(file))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("gmma 9.50", run.stdout)
        self.assertIn("not available from this ncu: ", run.stdout)
        data = json.loads(file.read_text(encoding="utf-8"))
        self.assertEqual([row["name"] for row in data["rows"]], ["v4", "cublas"])
        self.assertEqual(data["rows"][0]["kernels_launched"], 2)
        asked = (self.folder / "asked").read_text(encoding="utf-8")
        self.assertIn("--clock-control none", asked)
        self.assertIn("--profile-one v4 --shapes 8192x8192x8192", asked)

    def test_what_it_writes_is_sound(self):
        run = self.profile("cat answer.csv", "--rows", "v4", "--json", "-")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(recorded.faults_of(json.loads(run.stdout)), [])

    def test_an_unknown_metric_is_left_out(self):
        script = (
            'case "$*" in *lts__t_sector_hit_rate*) echo "==ERROR== Failed to find metric lts__t_sector_hit_rate.pct";'
            " exit 1;; esac; cat answer.csv"
        )
        run = self.profile(script, "--rows", "v4")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("l2_hit_percent", run.stdout)

    def test_failures_are_explained(self):
        run = self.profile("echo '==ERROR== ERR_NVGPUCTRPERM'; exit 1", "--rows", "v4")
        self.assertEqual(run.returncode, 3)
        self.assertIn("may not read the GPU's counters", run.stderr)
        run = self.profile("echo 'something broke'; exit 9", "--rows", "v4")
        self.assertEqual(run.returncode, 3)
        self.assertIn("something broke", run.stderr)
        self.assertEqual(self.profile("sleep 5", "--rows", "v4", "--limit", "1").returncode, 3)

    def test_bad_input(self):
        for more in (("--rows", "v4,"), ("--limit", "0"), ("--bogus",), ("--json", "/nonexistent/p.json"), ("--json", "/tmp")):
            with self.subTest(more):
                self.assertEqual(self.profile("true", *more).returncode, 2)


if __name__ == "__main__":
    unittest.main()
