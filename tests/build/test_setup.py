#!/usr/bin/env python3
"""Tests setup.sh, the choice of nvcc and what is refused before a build, with stand-ins for what a machine has."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE = shutil.which("cmake")
sys.path.insert(0, str(ROOT / "tools"))
from containerfile_check import steps_of

OLD = 'echo "Cuda compilation tools, release 11.8, V11.8.89"'
GOOD = 'echo "Cuda compilation tools, release 13.0, V13.0.1"'
REFUSES = GOOD + """; [ "$1" = --version ] && exit 0
echo "In file included from x:"; echo "host_config.h:1:2: error: #error -- unsupported GNU version!"; exit 1"""
PROJECT = """cmake_minimum_required(VERSION 3.25)
include("{root}/cmake/Guards.cmake")
project(probe LANGUAGES CXX)
include("{root}/cmake/Cuda.cmake")
message(STATUS "GPU: ${{HOPPER_WITH_CUDA}}, because ${{HOPPER_CUDA_REASON}}")
"""


def run(*command, **environment):
    keep = {name: value for name, value in os.environ.items() if not name.startswith(("CUDA", "HOPPER", "MAKE", "CMAKE"))}
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env={**keep, **environment})


def words(result) -> str:
    """All that was printed, without CMake's line breaks."""
    return " ".join((result.stdout + result.stderr).split())


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def nvcc(self, name: str, script: str) -> Path:
        path = self.folder / name / "bin" / "nvcc"
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def path(self, *nvccs: Path) -> str:
        """A PATH of these nvccs and of a host compiler and its like, but of no other nvcc."""
        tools = self.folder / "tools"
        if not tools.exists():
            tools.mkdir()
            for name in ("gcc", "g++", "c++", "as", "ld", "ar", "ranlib", "make", "ninja", "sh"):
                if found := shutil.which(name):
                    (tools / name).symlink_to(found)
        return ":".join(map(str, [*(nvcc.parent for nvcc in nvccs), tools]))


class Nvcc(WithFolder):
    def ask(self, *nvccs, places="/nowhere", **environment):
        return words(run(CMAKE, "-P", ROOT / "cmake/Cuda.cmake", PATH=self.path(*nvccs), HOPPER_CUDA_PLACES=places, **environment))

    def configure(self, *options, path, places="/nowhere", **environment):
        source = self.folder / "source"
        source.mkdir(exist_ok=True)
        (source / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT))
        return run(CMAKE, "-S", source, "-B", self.folder / "build", *options, PATH=path, HOPPER_CUDA_PLACES=places, **environment)

    def test_one_that_is_too_old_is_passed_over(self):
        old, good = self.nvcc("old", OLD), self.nvcc("good", GOOD)
        for said in (self.ask(old, CUDA_HOME=str(self.folder / "good")), self.ask(old, CUDA_PATH=str(self.folder / "good")),
                     self.ask(old, places=f"{self.folder}/go*")):
            self.assertIn(f"found nvcc of CUDA 13.0 at {good}", said)
            self.assertIn(f"{old} is too old: CUDA 11.8, and 12.8 or newer is needed", said)

    def test_none_and_none_that_can_be_used(self):
        self.assertNotIn("passed over", self.ask())
        self.assertIn("found no nvcc", self.ask())
        said = self.ask(self.nvcc("old", OLD), self.nvcc("picky", REFUSES))
        self.assertIn("found no nvcc that can be used", said)
        self.assertIn("too old", said)
        self.assertRegex(said, r"can't compile with the host compiler /\S+ \(.*\): host_config.h:1:2: error: #error -- unsupported GNU")

    def test_auto_goes_on_without_the_gpu(self):
        result = self.configure(path=self.path(self.nvcc("old", OLD), self.nvcc("picky", REFUSES)))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(words(result), "GPU: OFF, because no CUDA compiler can be used .*too old.*unsupported GNU version")

    def test_on_stops_with_what_was_tried(self):
        result = self.configure("-DHOPPER_CUDA=ON", path=self.path(self.nvcc("old", OLD), self.nvcc("picky", REFUSES)))
        self.assertEqual(result.returncode, 1)
        for part in ("too old: CUDA 11.8", "unsupported GNU version!", "CUDAHOSTCXX", "-DHOPPER_CUDA=OFF"):
            self.assertIn(part, words(result))
        self.assertIn("no CUDA compiler (nvcc) was found", words(self.configure("-DHOPPER_CUDA=ON", path=self.path())))

    def test_a_named_one_that_can_not_be_used_stops(self):
        old = self.nvcc("old", OLD)
        for options, environment in ((["-DCMAKE_CUDA_COMPILER=" + str(old)], {}), ([], {"CUDACXX": str(old)})):
            result = self.configure(*options, path=self.path(self.nvcc(f"good{len(options)}", GOOD)), **environment)
            self.assertEqual(result.returncode, 1)
            self.assertIn("that was asked for can't be used", words(result))
            shutil.rmtree(self.folder / "build")


class Guards(WithFolder):
    def configure(self, source: Path, build: Path):
        source.mkdir(parents=True)
        (source / "Makefile").write_text("all:\n")
        (source / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT))
        return run(CMAKE, "-S", source, "-B", build, "-DHOPPER_CUDA=OFF")

    def test_a_build_among_the_sources_leaves_the_makefile_alone(self):
        source = self.folder / "source"
        result = self.configure(source, source)
        self.assertEqual(result.returncode, 1)
        self.assertIn("rm -rf CMakeCache.txt CMakeFiles", words(result))
        self.assertEqual((source / "Makefile").read_text(), "all:\n")

    def test_paths(self):
        for character in "'\"$,#`|":
            result = self.configure(self.folder / f"a{character}b", self.folder / f"build{ord(character)}")
            self.assertEqual(result.returncode, 1, character)
            self.assertIn(f"the character {character} ,", words(result))
        for name in ("a b", "ä"):
            result = self.configure(self.folder / name, self.folder / name / "build")
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_project_has_them_first(self):
        lines = (ROOT / "CMakeLists.txt").read_text().splitlines()
        guard, project = (next(i for i, line in enumerate(lines) if line.startswith(start))
                          for start in ("include(\"${CMAKE_CURRENT_LIST_DIR}/cmake/Guards.cmake\")", "project("))
        self.assertLess(guard, project)


class SetUp(WithFolder):
    def on(self, release: str, *options, **environment):
        file = self.folder / "os-release"
        file.write_text(release)
        return run(ROOT / "setup.sh", *options, OS_RELEASE_FILE=str(file), **environment)

    def test_an_unknown_option(self):
        result = run(ROOT / "setup.sh", "--bogus")
        self.assertEqual(result.returncode, 2)
        self.assertIn("unknown option '--bogus'", result.stderr)

    def test_other_distributions_get_their_own_names(self):
        for release, part in (("ID=fedora\nVERSION_ID=42\n", "sudo dnf install gcc-c++"), ("ID=arch\n", "sudo pacman -S --needed gcc"),
                              ("ID=manjaro\nID_LIKE=arch\n", "nlohmann-json cli11"), ("ID=void\n", "libfmt-dev")):
            result = self.on(release)
            self.assertEqual(result.returncode, 2)
            self.assertIn(part, result.stderr)

    def test_derivatives_are_accepted(self):
        path = self.folder / "bin"
        path.mkdir()
        (path / "dpkg-query").write_text('#!/bin/sh\necho "all installed"\n')
        (path / "dpkg").write_text("#!/bin/sh\necho amd64\n")
        for file in path.iterdir():
            file.chmod(0o755)
        result = self.on('ID=linuxmint\nVERSION_ID="22"\nID_LIKE="ubuntu debian"\n', PATH=f"{path}:{os.environ['PATH']}")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("'linuxmint 22' was not tried", result.stdout)
        self.assertIn("nothing to install", result.stdout)


class Containerfile(unittest.TestCase):
    def test_what_it_runs_is_what_the_readme_says(self):
        steps = dict(steps_of((ROOT / "Containerfile").read_text()))
        self.assertIn(f"{steps['RUN']} && ./v4", (ROOT / "README.md").read_text())
        self.assertRegex(steps["FROM"], "^debian:1[23]-slim$")

    def test_what_can_not_be_checked_is_refused(self):
        for text in ("FROM x\nADD y z\n", "FROM x\nWORKDIR /y\nRUN make\nCMD z\n", "FROM x\n"):
            with self.assertRaises(ValueError):
                steps_of(text)


if __name__ == "__main__":
    unittest.main()
