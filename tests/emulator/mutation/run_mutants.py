"""Mutates the kernels one synchronising line at a time and requires that the emulator reports every mutant.

Each mutant is compiled for the emulator, linked with mutant_main.cpp and run under the three policies. The few whose
change nobody notices are in UNNOTICED, each with the reason why the line is not needed; the test fails when the table
and what is seen differ in either direction.
"""

import argparse
import concurrent.futures
import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from mutations import Mutant, mutants_of
from unnoticed import UNNOTICED

TARGETS = {  # label: the file that is mutated, and the launch that it is compiled with
    "v1": ("v1_sync/kernel.cuh", "v1_mutant.cu"),
    "v2": ("v2_tma/kernel.cuh", "v2_mutant.cu"),
    "v3": ("v3_warpspec/kernel.cuh", "v3_mutant.cu"),
    "v4": ("v4_pipeline/kernel.cuh", "v4_mutant.cu"),
    "pipeline": ("common/pipeline.cuh", "v4_mutant.cu"),
}
RUN_SECONDS = 600
# What the launches and kernels include and no mutation changes, compiled once.
UNCHANGED_HEADERS = ("configuration.cuh", "device/tensor_map.cuh", "accumulator.cuh", "rasterization.cuh")


@dataclass(frozen=True)
class Outcome:
    mutant: Mutant
    code: int  # of mutant_main, or -1 when it crashed or ran too long, or -2 when it does not compile
    text: str


@dataclass(frozen=True)
class Build:
    source: Path
    work: Path
    compiler: str
    flags: list[str]
    libraries: list[str]

    def digest(self) -> str:
        """Changes with whatever a mutant's behaviour depends on besides its own text."""
        digest = hashlib.sha256(" ".join([self.compiler, *self.flags]).encode())
        here = Path(__file__).parent
        headers = sorted((self.source / "common").rglob("*.?uh")) + sorted((self.source / "common").glob("*.hpp"))
        headers += sorted((self.source / "emulator").rglob("*.?*h*"))
        for file in [*headers, *sorted(here.glob("*.cu")), *map(Path, self.libraries)]:
            if file.is_file():
                digest.update(file.read_bytes())
        return digest.hexdigest()

    def precompiled(self, environment: str) -> Path:
        """The header that stands for UNCHANGED_HEADERS, beside which the compiler finds what it was compiled to."""
        header = self.work / f"{environment[:24]}.hpp"
        if not header.is_file():
            source = self.work / "unchanged.hpp"
            source.write_text("".join(f'#include "{name}"\n' for name in UNCHANGED_HEADERS))
            command = [self.compiler, *self.flags, "-x", "c++-header", str(source), "-o", f"{header}.gch"]
            subprocess.run(command, check=True)
            header.write_text(source.read_text())
        return header

    def run(self, label: str, mutant: Mutant, environment: str) -> Outcome:
        mutated_file, launch = TARGETS[label]
        key = hashlib.sha256((environment + label + mutant.text).encode()).hexdigest()[:24]
        folder = self.work / key
        cached = folder / "outcome"
        if cached.is_file():
            code, _, text = cached.read_text().partition("\n")
            return Outcome(mutant, int(code), text)
        folder.mkdir(parents=True, exist_ok=True)
        outcome = self._build_and_run(folder, mutated_file, launch, mutant, self.precompiled(environment))
        cached.write_text(f"{outcome.code}\n{outcome.text}")
        return outcome

    def _build_and_run(self, folder: Path, mutated_file: str, launch: str, mutant: Mutant, header: Path) -> Outcome:
        # Quotes look in the including file's folder first, so the mutated file and all that includes it are copied.
        (folder / Path(mutated_file).name).write_text(mutant.text)
        if Path(mutated_file).name != "kernel.cuh":
            (folder / "kernel.cuh").write_text((self.source / "v4_pipeline/kernel.cuh").read_text())
        launch_file = folder / launch
        launch_file.write_text((Path(__file__).parent / launch).read_text())
        program = folder / "mutant"
        kernel = folder / "mutant.o"
        # Linked apart: with the kernels' flags the linker would bring ThreadSanitizer's own runtime.
        commands = [
            [self.compiler, f"-I{folder}", *self.flags, "-include", str(header), "-x", "c++", "-c", str(launch_file), "-o",
             str(kernel)],
            [self.compiler, str(kernel), *self.libraries, "-o", str(program)],
        ]
        for command in commands:
            built = subprocess.run(command, capture_output=True, text=True, check=False)
            if built.returncode != 0:
                return Outcome(mutant, -2, built.stderr)
        kernel.unlink()
        try:
            ran = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=RUN_SECONDS)
        except subprocess.TimeoutExpired:
            return Outcome(mutant, -1, f"ran longer than {RUN_SECONDS} s")
        finally:
            program.unlink()
        if ran.returncode < 0:
            return Outcome(mutant, -1, f"crashed with signal {-ran.returncode}\n{ran.stdout}{ran.stderr}")
        return Outcome(mutant, ran.returncode, ran.stdout + ran.stderr)


def fault_of(outcome: Outcome) -> str:
    """What is wrong with an outcome; empty when it is as it must be."""
    unchanged = outcome.mutant.name.endswith(" as it is")
    expected_unnoticed = unchanged or outcome.mutant.name in UNNOTICED
    if outcome.code == 0:
        if unchanged:
            return "is reported, though nothing was changed"
        return "is reported, but the table says that nobody would notice" if expected_unnoticed else ""
    if outcome.code == 1:
        return "" if expected_unnoticed else "is not reported"
    if outcome.code == 3:
        return "is reported under some policies only"
    return "does not compile" if outcome.code == -2 else "does not run"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="the project's folder")
    parser.add_argument("--work", type=Path, required=True, help="where mutants are built and outcomes kept")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flag", action="append", required=True, help="how kernels are compiled; may be repeated")
    parser.add_argument("--library", action="append", required=True, help="what a mutant is linked with; may be repeated")
    parser.add_argument("--only", default="", help="run the mutants whose name holds this text")
    parser.add_argument("--verbose", action="store_true", help="print every mutant's outcome")
    options = parser.parse_args()
    build = Build(options.source, options.work, options.compiler, options.flag, options.library)

    environment = build.digest()
    options.work.mkdir(parents=True, exist_ok=True)
    build.precompiled(environment)  # before several threads ask for it
    jobs = [] if options.only else [
        (label, Mutant(f"{label} as it is", (options.source / file).read_text(), 1))
        for label, (file, _) in TARGETS.items()
    ]
    jobs += [
        (label, mutant)
        for label, (file, _) in TARGETS.items()
        for mutant in mutants_of(label, options.source / file)
        if options.only in mutant.name
    ]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda job: build.run(job[0], job[1], environment), jobs))

    faults = [(outcome, fault_of(outcome)) for outcome in outcomes]
    for outcome, fault in faults:
        if options.verbose or fault:
            print(f"{outcome.mutant.name} (line {outcome.mutant.line}): {fault or 'as expected'}\n{outcome.text}")
    if not options.only:
        for name in sorted(UNNOTICED.keys() - {mutant.name for _, mutant in jobs}):
            faults.append((None, "stale"))
            print(f"{name}: is in the table of what nobody notices, but there is no such mutant")
    reported = sum(outcome.code == 0 for outcome in outcomes)
    failed = sum(bool(fault) for _, fault in faults)
    print(f"{len(outcomes)} mutants: {reported} reported under every policy, {len(outcomes) - reported} not; "
          f"{failed} of them not as expected")
    return 1 if failed or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
