#!/usr/bin/env python3
"""Checks the rules that keep the rooms of the project apart and its kernels readable."""

import argparse
import re
import sys
from pathlib import Path

from count_cases import cases_in

VERSIONS = ("v1_sync", "v2_tma", "v3_warpspec", "v4_pipeline")
ROOMS = VERSIONS + ("common", "harness", "emulator", "labs", "bench", "tests")
SUFFIXES = (".cuh", ".cu", ".hpp", ".cpp")
MAX_KERNEL_LINES = 130  # two screens
# Headers that the emulator stands in front of, beside ptx/.
TWINS = (
    "cuda_fp16.h",
    "cuda_runtime.h",
    "device/launch.cuh",
    "device/mbarrier_wait.cuh",
    "device/tensor_map_encoder.cuh",
)

# What a test case's name must not hold, because CMake splits or joins names there, or Catch2 takes it for something else
# than a letter when CTest asks for the case by its name.
BREAKS_NAMES = re.compile(r'[;\[\]\\"]|^[\s~*#-]|^exclude:|[\s*]$')

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def without_comments(text, strings):
    """`text` with comments blanked, and string literals too unless `strings`; line numbers stay."""

    def blank(match):
        token = match.group(0)
        if strings and token[0] in "\"'":
            return token
        return re.sub(r"[^\n]", " ", token)

    return TOKEN.sub(blank, text)


def matches(pattern, text):
    """The line number and match of every occurrence of `pattern`."""
    for match in re.finditer(pattern, text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match


def check_includes(path, text):
    room = path.parts[0]
    for line, match in matches(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', without_comments(text, strings=True)):
        quote, name = match.groups()
        if room in VERSIONS + ("common", "harness", "labs", "bench"):
            if "emulator/" in name:
                yield line, f"includes '{name}': nothing here names the emulator, the include path chooses it"
            if quote == '"' and (name.startswith("ptx/") or name in TWINS):
                yield line, f"includes '{name}' in quotes: it has a CPU twin, so angle brackets let the include path choose"
        if room in VERSIONS + ("common", "harness", "bench"):
            for version in VERSIONS:
                if version in Path(name).parts:
                    yield line, f"includes '{name}': versions are reached through common/version.hpp alone"
        if room in VERSIONS + ("common",) and Path(name).parts[0] in ("harness", "bench", "labs"):
            yield line, f"includes '{name}': kernels and what they stand on know nothing of the programs around them"
        if path.parts[:2] == ("common", "ptx") and not name.startswith("ptx/"):
            if quote == '"' or name.endswith((".cuh", ".hpp")):
                yield line, f"includes '{name}': the PTX layer includes nothing outside itself but CUDA's and C++'s headers"
        if room in VERSIONS and ".." in Path(name).parts:
            yield line, f"includes '{name}': a version includes its own files and common's, without '..'"


def check_file(path, text):
    """The rules that the file breaks, as (line, sentence); `path` is relative to the project."""
    room = path.parts[0]
    in_ptx_layer = path.parts[:2] == ("common", "ptx")
    code = without_comments(text, strings=False)
    yield from check_includes(path, text)
    if not in_ptx_layer:
        for line, _ in matches(r"\b(asm|__asm__|__asm)\b", code):
            yield line, "holds asm: only common/ptx does"
    if room in VERSIONS or (room == "common" and path.parts[1] not in ("ptx", "device")):
        for line, match in matches(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else)\b", code):
            yield line, f"holds #{match.group(1)}: what differs between GPU and CPU belongs behind common/ptx or common/device"
    if room == "tests":
        for line, name in cases_in(text):
            if match := BREAKS_NAMES.search(name):
                yield line, f"names a test case '{name}', which CTest can't run by that name because of '{match.group(0)}'"
    if path.name == "kernel.cuh" and text.count("\n") > MAX_KERNEL_LINES:
        yield 1, f"has {text.count(chr(10))} lines: a kernel fits two screens, {MAX_KERNEL_LINES} lines"


def check_tree(root):
    """All broken rules below `root`, as (path, line, sentence), and how many files were read."""
    problems = []
    count = 0
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            if path.suffix not in SUFFIXES or not path.is_file():
                continue
            count += 1
            relative = path.relative_to(root)
            problems += [(relative, line, what) for line, what in check_file(relative, path.read_text())]
    for version in VERSIONS:
        if not (root / version / "kernel.cuh").is_file():
            problems.append((Path(version) / "kernel.cuh", 1, "does not exist"))
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="the project's folder")
    problems, count = check_tree(parser.parse_args().root)
    for path, line, what in problems:
        print(f"{path}:{line}: error: {what}")
    print(f"{count} files read, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
