#!/usr/bin/env python3
"""Shows something broken to each check of the documentation: a check that can't fail proves nothing.

usage: test_checks.py --facts docs_facts --programs FOLDER_OF_V1_TO_V4
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(DOCS / "figures"))
sys.path.insert(0, str(DOCS))

import check_api
import check_links
import check_snippets
import event_log
import make_reports

OPTIONS = None


class ReportsTest(unittest.TestCase):
    """docs/reports with two labs, of which clang sees the second as something else."""

    def drift(self, compiler, **wanted):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "clang").mkdir()
            for name, text in (("a.txt", "hazard A\n  thread 3"), ("b.txt", "hazard B"), ("clang/b.txt", "hazard C")):
                Path(folder, name).write_text(text)
            drift = make_reports.drift_of({f"{name}.txt": text for name, text in wanted.items()}, Path(folder), compiler,
                                          make_reports.without_chance)
            return {str(path.relative_to(folder)): text for path, text in drift.items()}

    def test_what_is_right_passes(self):
        self.assertEqual(self.drift("g++", a="hazard A\n  thread 5", b="hazard B"), {})
        self.assertEqual(self.drift("clang", a="hazard A\n  thread 5", b="hazard C"), {})

    def test_another_report_is_found(self):
        self.assertEqual(self.drift("g++", a="hazard D", b="hazard B"), {"a.txt": "hazard D"})
        self.assertEqual(self.drift("clang", a="hazard D", b="hazard C"), {"clang/a.txt": "hazard D"})
        self.assertEqual(self.drift("clang", a="hazard A\n  thread 5", b="hazard D"), {"clang/b.txt": "hazard D"})

    def test_a_file_too_many_is_found(self):
        self.assertEqual(self.drift("g++", a="hazard A\n  thread 5"), {"b.txt": ""})
        self.assertEqual(self.drift("clang", a="hazard A\n  thread 5", b="hazard B"), {"clang/b.txt": ""})


class LinksTest(unittest.TestCase):
    def problems(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                Path(folder, f"{name}.html").write_text(text)
            return check_links.problems(Path(folder), Path("/home/me/sources"))

    def test_sound_links_pass(self):
        self.assertEqual(self.problems(a='<p id="here"><a href="b.html#there">b</a><a href="#here">a</a></p>',
                                       b='<h1 id="there">b</h1><a href="https://example.org/x">out</a>'), [])

    def test_a_missing_page_is_found(self):
        self.assertRegex(self.problems(a='<a href="gone.html">x</a>')[0], "gone.html, but there is no such file")

    def test_a_missing_anchor_is_found(self):
        self.assertRegex(self.problems(a='<a href="b.html#gone">x</a>', b="<p>b</p>")[0], "no such anchor")

    def test_things_from_elsewhere_are_found(self):
        for text in ('<script src="https://example.org/x.js"></script>', '<img src="//example.org/x.png">',
                     '<link rel="stylesheet" href="https://example.org/x.css">'):
            self.assertRegex(self.problems(a=text)[0], "from elsewhere")

    def test_a_path_of_the_machine_is_found(self):
        self.assertRegex(self.problems(a="<pre>--- /home/me/sources/v1.cu</pre>")[0], "shows the folder /home/me/sources")

    def test_an_empty_site_is_no_success(self):
        self.assertRegex(self.problems()[0], "no page")


class SnippetsTest(unittest.TestCase):
    CODE = "int f(int a) {\n  return g(a,\n           {1});\n}\n" + "int h();\n" * 80

    def faults(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "code.cuh").write_text(self.CODE)
            page = Path(folder, "page.md")
            lines = ["```{literalinclude} code.cuh", ":language: cpp", *options, "```"]
            page.write_text("\n".join(lines) + "\n")
            return check_snippets.faults_of(page)

    def test_a_whole_piece_passes(self):
        self.assertEqual(self.faults(':start-at: "int f"', ':end-before: "int h"'), [])

    def test_a_piece_that_stops_too_early_is_found(self):
        self.assertRegex(" ".join(self.faults(':start-at: "int f"', ':end-at: "return"')), "stops inside a statement")

    def test_a_piece_that_starts_inside_is_found(self):
        faults = self.faults(':start-at: "return"', ':end-before: "int h"')
        self.assertRegex(" ".join(faults), "starts inside a block")

    def test_a_piece_that_does_not_stop_is_found(self):
        faults = self.faults(':start-at: "int f"')
        self.assertRegex(" ".join(faults), "runs to the end of its file.*85 lines")


class ApiTest(unittest.TestCase):
    def test_an_undocumented_name_is_found(self):
        self.assertEqual(check_api.missing({"a::f", "a::g", "a::C"}, {"a::f(int)", "a::C", "a::h"}), {"a::g"})

    def test_an_unlisted_header_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder)
            for name in ("common/ptx", "emulator/ptx", "docs/api"):
                (source / name).mkdir(parents=True)
            for name in ("common/a.hpp", "common/ptx/b.cuh", "emulator/ptx/b.cuh"):
                (source / name).touch()
            (source / "docs/api/x.md").write_text("```{doxygenfile} common/a.hpp\n```\n")
            self.assertEqual(check_api.headers(source) - check_api.listed_headers(source), {"common/ptx/b.cuh"})

    def test_doxygen_refuses_a_name_without_docstring(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder)
            for room in ("common", "harness", "emulator"):
                (source / room).mkdir()
            header = source / "common" / "a.hpp"
            settings = (DOCS / "Doxyfile.in").read_text().replace("@source@", folder).replace("@output@", folder)
            (source / "Doxyfile").write_text(settings)
            for text, passes in (("/// \\file\n/// A.\n\n/// F.\nvoid f();\n", True), ("/// \\file\n/// A.\n\nvoid f();\n", False)):
                header.write_text(text)
                result = subprocess.run(["doxygen", source / "Doxyfile"], capture_output=True, text=True)
                self.assertEqual(result.returncode == 0, passes, result.stderr)


class FiguresTest(unittest.TestCase):
    def check(self, docs):
        return subprocess.run([sys.executable, docs / "figures" / "generate.py", "--facts", OPTIONS.facts, "--programs",
                               OPTIONS.programs, "--check", docs], capture_output=True, text=True)

    def test_a_stale_figure_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            docs = Path(folder) / "docs"
            for room in ("figures", "_static"):
                shutil.copytree(DOCS / room, docs / room)
            self.assertEqual(self.check(docs).returncode, 0)
            figure = docs / "figures" / "swizzle_128b.svg"
            figure.write_text(figure.read_text().replace("c2", "c3", 1))
            (docs / "_static" / "ring_events.js").unlink()
            result = self.check(docs)
            self.assertEqual(result.returncode, 1)
            self.assertIn("figures/swizzle_128b.svg is not what the code shows", result.stderr)
            self.assertIn("_static/ring_events.js is not what the code shows", result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 2)

    def test_an_event_that_the_figures_do_not_know_is_refused(self):
        with self.assertRaisesRegex(ValueError, "holds 'sleep'"):
            event_log.kind_of("sleep")

    def test_states_follow_the_events(self):
        def event(track, kind, role, parity, arrivals, nbytes, since):
            return event_log.Event(track, kind, kind, role, 0, parity, arrivals, nbytes, since)

        states = event_log.ring_states([
            event("barriers", "init", "full", 0, 1, 0, 0), event("barriers", "init", "empty", 0, 2, 0, 1),
            event("producer", "wait", "empty", 1, 2, 0, 2), event("producer", "expect", "full", 0, 0, 64, 3),
            event("TMA", "load", "full", 0, 0, 0, 4), event("barriers", "complete", "full", 0, 1, 0, 5),
            event("consumer 0", "wait", "full", 0, 1, 0, 3), event("consumer 0", "arrive", "empty", 0, 1, 0, 7)])
        self.assertEqual([s.stages[0][0] for s in states],
                         ["empty", "empty", "empty", "filling", "filling", "full", "draining", "draining"])
        self.assertEqual(states[3].full[0].nbytes, 64)
        self.assertEqual((states[5].full[0].phase, states[5].full[0].arrivals), (1, 1))
        self.assertEqual([s.actors["consumer 0"][0] for s in states[2:]], ["starts", "waits", "waits", "waits", "has", "done"])
        self.assertEqual(states[7].empty[0].arrivals, 1)


class TileFactsTest(unittest.TestCase):
    def test_wrong_cases_are_refused(self):
        for line in ("8 8 0 0 1", "8 8 17 0 1", "0 8 4 0 1", "8 8 4 60 5", "8 8 4", "a b c d e"):
            result = subprocess.run([OPTIONS.facts, "tiles"], input=f"{line}\n", capture_output=True, text=True)
            self.assertEqual(result.returncode, 2, line)
            self.assertIn(f"'{line}' is not", result.stderr)


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=Path, required=True)
    parser.add_argument("--programs", type=Path, required=True)
    OPTIONS, rest = parser.parse_known_args()
    OPTIONS.facts, OPTIONS.programs = OPTIONS.facts.resolve(), OPTIONS.programs.resolve()
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
