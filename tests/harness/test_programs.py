#!/usr/bin/env python3
"""How v4 and lab end on a real system: standard output closed or full, limits, interrupts, a terminal."""

import json
import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

V4, LAB = (Path(argument).resolve() for argument in sys.argv[1:3])
SMALL = [V4, "--device", "cpu", "--m", "128", "--n", "256", "--k", "64"]
LONG = [V4, "--device", "cpu", "--m", "4096", "--n", "4096", "--k", "4096"]
BROKEN_LAB = [LAB, "early_release"]
LISTS = [[V4, "--help"], [V4, "--list-configs"], [V4, "--list-configs", "--json", "-"], [LAB, "--list"], [LAB, "--help"]]


def run(command, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([str(part) for part in command], text=True, timeout=100, check=False, **options)


def limit(what, size):
    return lambda: resource.setrlimit(what, (size, size))


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assert_told(self, done, code, *parts):
        """One line, which begins with the program's name and holds these parts."""
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertRegex(done.stderr, r"\A(v4|lab): [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_what_can_not_be_printed_is_no_success(self):
        for command in LISTS + [SMALL, SMALL + ["--json", "-"], BROKEN_LAB]:
            with self.subTest(command=command):
                with open("/dev/full", "w", encoding="utf-8") as full:
                    self.assert_told(run(command, stdout=full), 3, "can't be written to standard output")
                closed = run(["sh", "-c", 'exec "$@" >&-', "sh", *command], stdout=None)
                self.assert_told(closed, 3, "can't be written to standard output")

    def test_json_is_the_same_printed_and_in_a_file(self):
        file = self.folder / "report.json"
        for command, code in ((SMALL, 0), (BROKEN_LAB, 1)):
            with self.subTest(command=command):
                printed = run([*command, "--json", "-"])
                written = run([*command, "--json", file])
                self.assertEqual((printed.returncode, written.returncode), (code, code))
                self.assertEqual(json.loads(printed.stdout).keys(), json.loads(file.read_text()).keys())
                self.assertIn("hazard", written.stdout)

    def test_json_to_standard_output_by_its_file_name_follows_nothing_and_loses_nothing(self):
        file = self.folder / "out"
        with open(file, "w", encoding="utf-8") as out:
            self.assertEqual(run([*SMALL, "--json", "/dev/stdout"], stdout=out).returncode, 0)
        text = file.read_text()
        self.assertTrue(text.startswith("{") and "emulated" in text, text)

    def test_a_limit_on_the_size_of_files_is_told_and_leaves_nothing(self):
        file = self.folder / "report.json"
        for command in (SMALL, BROKEN_LAB):
            for options in (["--json", file], ["--events", file])[: 2 if command is SMALL else 1]:
                with self.subTest(command=command, options=options):
                    done = run([*command, *options], preexec_fn=limit(resource.RLIMIT_FSIZE, 0))
                    self.assert_told(done, 3, str(file), "File too large")
                    self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_interrupted_run_leaves_files_as_they_were(self):
        old, new = self.folder / "old.json", self.folder / "new.json"
        old.write_text("old")
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([*LONG, "--json", old, "--events", new], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                                  text=True) as process:
                time.sleep(1)
                self.assertIsNone(process.poll())
                process.send_signal(number)
                self.assertEqual(process.communicate(timeout=20), ("", ""))
                self.assertEqual(process.returncode, -number)
        self.assertEqual(list(self.folder.iterdir()), [old])
        self.assertEqual(old.read_text(), "old")

    def test_too_little_memory_is_one_sentence(self):
        for command in (BROKEN_LAB + ["--k-tiles", "1024"], SMALL[:3] + ["--m", "1000000000", "--n", "8", "--k", "8"]):
            mebibytes = 8.0
            done = None
            # The first limits are too low for the program to be loaded; how low depends on its libraries.
            while mebibytes < 1000 and (done is None or done.returncode not in (0, 1, 3)):
                done = run(command, preexec_fn=limit(resource.RLIMIT_AS, int(mebibytes * 2**20)))
                mebibytes *= 1.05
            self.assert_told(done, 3, "the computer's memory does not suffice")

    def test_a_terminal_shows_progress_and_keeps_none_of_it(self):
        for options, shown in ((["--no-check"], True), (["--json", "-"], False)):
            primary, secondary = pty.openpty()
            command = [V4, "--device", "cpu", "--m", "1024", "--n", "1024", "--k", "256", *options]
            done = run(command, stderr=secondary)
            os.close(secondary)
            text = b""
            try:
                while chunk := os.read(primary, 4096):
                    text += chunk
            except OSError:  # how Linux says that nobody writes any more
                pass
            os.close(primary)
            self.assertEqual(done.returncode, 0)
            self.assertNotIn("emulating", done.stdout)
            if shown:
                self.assertRegex(text.decode(), r"(\r\x1b\[Kemulating: \d+% of 32 CTAs)+\r\x1b\[K\Z")
            else:
                self.assertEqual(text, b"")
        self.assertEqual(run(SMALL).stderr, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
