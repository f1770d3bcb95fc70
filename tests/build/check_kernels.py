#!/usr/bin/env python3
"""Checks the machine code of a version: its PTX holds the lesson's instructions, and ptxas has nothing to regret.

Assembles the PTX file with ptxas and fails on register spills, a stack frame, serialised WGMMA, a missing instruction or
one that does not belong, and on an accumulator that is set behind the fence. Assembles it once more as the oldest CUDA
that the project promises to work with would have to.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from lessons import KERNELS, LESSONS


# ptxas says so, as mere information, when it makes WGMMAs wait for each other or waits where the source does not;
# docs/troubleshooting.md lists its remarks.
REGRET = re.compile(r"\(C75\d\d\)|wgmma\S* instructions are serialized|Potential Performance Loss|warpgroup\.\w+ is injected")

# The PTX ISA that came with a release of CUDA (PTX ISA manual, "Release Notes").
PTX_OF_CUDA = {"12.5": "8.5", "12.6": "8.5", "12.8": "8.7", "12.9": "8.8", "13.0": "9.0"}

# An instruction's destination: a register or several in braces.
DESTINATION = re.compile(r"(?:@!?%p\d+\s+)?[a-z][\w.:]*\s+(\{[^}]*\}|%\w+)")
REGISTER = re.compile(r"%\w+")


@dataclass
class Assembly:
    """What ptxas reported about one kernel."""

    registers: int = -1
    stack: int = -1
    spills: int = -1


def parse_ptx(text):
    """The instructions of each kernel of a PTX file, by mangled name."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    kernels = {}
    for match in re.finditer(r"\.entry\s+([\w$]+)", text):
        begin = text.index("{", match.end())
        depth = 0
        for end in range(begin, len(text)):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            if depth == 0:
                break
        kernels[match.group(1)] = [line.strip() for line in text[begin:end].splitlines() if line.strip()]
    return kernels


def parse_report(text):
    """ptxas' report of `-v`: an Assembly for each kernel's mangled name, and the lines that match REGRET."""
    kernels = {}
    current = Assembly()
    for line in text.splitlines():
        if match := re.search(r"Compiling entry function '([^']+)'", line):
            current = kernels.setdefault(match.group(1), Assembly())
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            current.stack = int(match.group(1))
            current.spills = int(match.group(2)) + int(match.group(3))
        elif match := re.search(r"Used (\d+) registers", line):
            current.registers = int(match.group(1))
    regrets = [line for line in text.splitlines() if REGRET.search(line)]
    return kernels, regrets


def short_name(demangled):
    """`Tuned<3, 4, 256, 2>` of `void hopper::v4::matmul_v4<hopper::v4::(anonymous namespace)::Tuned<...>, ...>(...)`.

    The Pipeline is left out, which is the default; another pipeline is not.
    """
    match = re.match(r"(?:void )?[\w:]*matmul_v\d<(.*?) ?>\(", demangled)
    return re.sub(r"hopper::|v\d::|\(anonymous namespace\)::|, hopper::Pipeline<\d+>", "", match.group(1)) if match else demangled


def check_instructions(instructions, lesson):
    """The rules of `lesson` that the instructions of a kernel break, as sentences."""
    problems = []
    for rule in lesson.required:
        if not any(re.search(rule.pattern, line) for line in instructions):
            problems.append(f"no instruction matches {rule.pattern}: expected, because {rule.why}")
    for rule in lesson.forbidden:
        for line in instructions:
            if re.search(rule.pattern, line):
                problems.append(f"'{line}' does not belong here, because {rule.why}")
                break
    return problems


def written_around_fence(instructions):
    """The accumulators of the MMAs behind each wgmma.fence that ordinary instructions write before it, and behind it."""
    before, behind = set(), set()
    earlier, since_fence = set(), set()
    for line in instructions:
        registers = set(REGISTER.findall(match.group(1))) if (match := DESTINATION.match(line)) else set()
        if line.startswith("wgmma.fence"):
            earlier |= since_fence
            since_fence = set()
        elif line.startswith("wgmma.mma_async"):
            before |= registers & earlier
            behind |= registers & since_fence
        else:
            since_fence |= registers
    return before, behind


def check_fences(instructions):
    """A sentence when accumulators are set behind the fence."""
    _, behind = written_around_fence(instructions)
    return [f"{len(behind)} accumulators are set between wgmma.fence and the MMA that uses them"] if behind else []


def lower_version(ptx, cuda):
    """`ptx` as the ptxas of that release of CUDA would read it."""
    return re.sub(r"^\.version .*", f".version {PTX_OF_CUDA[cuda]}", ptx, count=1, flags=re.MULTILINE)


def check_assembly(assembly):
    """What is wrong with ptxas' figures of a kernel, as sentences."""
    problems = []
    if assembly is None or min(assembly.registers, assembly.stack, assembly.spills) < 0:
        return ["ptxas did not report registers, stack frame and spills"]
    if assembly.spills:
        problems.append(f"{assembly.spills} bytes of register spills")
    if assembly.stack:
        problems.append(f"{assembly.stack} bytes of stack frame: an array is indexed at run time, or registers spill")
    return problems


def check_version(version, ptx, report, demangle):
    """Checks one version; `demangle` maps a list of mangled names to readable ones.

    Returns the rows of the table (kernel, registers, number of problems) and the problems (kernel, sentence).
    """
    kernels = parse_ptx(ptx)
    assemblies, regrets = parse_report(report)
    names = {mangled: short_name(name) for mangled, name in zip(kernels, demangle(list(kernels)))}
    problems = [(version, line.strip()) for line in regrets]
    if not kernels:
        problems.append((version, "the PTX holds no kernel"))
    for wanted in KERNELS[version]:
        if wanted not in names.values():
            problems.append((version, f"there is no kernel '{wanted}', which has rules of its own"))
    rows = []
    for mangled, instructions in kernels.items():
        name = names[mangled]
        found = check_instructions(instructions, LESSONS[version]) + check_fences(instructions)
        if name in KERNELS[version]:
            found += check_instructions(instructions, KERNELS[version][name])
        assembly = assemblies.get(mangled)
        found += check_assembly(assembly)
        rows.append((name, assembly.registers if assembly else "?", len(found)))
        problems += [(name, problem) for problem in found]
    return rows, problems


def assemble(ptxas, ptx):
    """Whether ptxas takes `ptx`, and its report."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        command = [ptxas, "-arch=sm_90a", "-v", str(source), "-o", str(source.with_suffix(".cubin"))]
        result = subprocess.run(command, capture_output=True, text=True)
    return result.returncode == 0, result.stdout + result.stderr


def demangle_names(cxxfilt):
    def demangle(names):
        result = subprocess.run([cxxfilt], input="\n".join(names), capture_output=True, text=True, check=True)
        return result.stdout.splitlines()

    return demangle


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", choices=sorted(LESSONS), help="whose lesson the file is held against")
    parser.add_argument("--ptx", required=True, help="the version's PTX file")
    parser.add_argument("--oldest-cuda", required=True, choices=sorted(PTX_OF_CUDA), help="the oldest CUDA that must do")
    parser.add_argument("--ptxas", default="ptxas", help="the PTX assembler")
    parser.add_argument("--cxxfilt", default="c++filt", help="the demangler")
    arguments = parser.parse_args()

    ptx = Path(arguments.ptx).read_text()
    for cuda, text in ((f"CUDA {arguments.oldest_cuda}", lower_version(ptx, arguments.oldest_cuda)), ("this CUDA", ptx)):
        taken, report = assemble(arguments.ptxas, text)
        if not taken:
            sys.exit(f"check_kernels.py: ptxas refuses {arguments.ptx} with the PTX ISA of {cuda}:\n{report}")
    rows, problems = check_version(arguments.version, ptx, report, demangle_names(arguments.cxxfilt))
    print(f"{arguments.version + ' kernel':<28} registers  problems")
    for name, registers, count in rows:
        print(f"{name:<28} {registers:>9}  {count or 'none':>8}")
    for name, problem in problems:
        print(f"error: {name}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
