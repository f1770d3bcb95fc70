#!/usr/bin/env python3
"""Runs every lab on a Hopper GPU, by itself and under each tool of compute-sanitizer, and records what anyone noticed.

A lab's broken kernel and its repaired twin are launched many times with few K-tiles, and with many. Then each tool of
compute-sanitizer looks at one launch. `--json` writes what docs/labs.md shows; labs/results holds the recorded one. Takes
about five minutes; exits with 1 if a repaired twin is not right in every launch, or a tool reports it.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from commands import gpu_and_driver, version_of  # noqa: E402

TOOLS = ("memcheck", "racecheck", "synccheck")  # initcheck is about global memory
FEW, MANY = 5, 512  # K-tiles; the labs' ring has two stages
SUMMARY = re.compile(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)")


class Trouble(Exception):
    """The runs can't go on; the message says why."""


def ask(command, limit):
    """Runs a command for at most `limit` seconds: its exit status, or None if it was stopped, and all its output."""
    try:
        run = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=limit, check=False
        )
    except subprocess.TimeoutExpired as stopped:
        return None, (stopped.stdout or b"").decode(errors="replace")
    except OSError as error:
        raise Trouble(f"{command[0]} could not be run: {error.strerror}") from None
    return run.returncode, run.stdout


def launch(program, lab, fixed, k_tiles, runs, limit, prefix=()):
    """Launches of a lab: what the program wrote about them, or how it ended, and its output."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "outcome.json"
        command = [*prefix, str(program), lab, *(["--fixed"] if fixed else []), "--device", "gpu"]
        command += ["--k-tiles", str(k_tiles), "--runs", str(runs), "--json", str(file)]
        status, output = ask(command, limit)
        if status is not None and file.exists() and file.stat().st_size > 0:
            outcome = json.loads(file.read_text(encoding="utf-8"))
        elif status in (2, 3):
            raise Trouble(f"'{' '.join(command)}' exited with {status}:\n{output}")
        else:
            ended = f"stopped after {limit} s" if status is None else f"exit status {status}"
            outcome = {"gpu": "", "runs": 0, "wrong_runs": 0, "most_wrong_elements": 0, "failure": ended}
    return outcome, output


def short(failure):
    """The first words of a failure: which error it was, and whether a bounded wait gave up."""
    name = re.search(r"failed with (\w+)", failure)
    text = name.group(1) if name else failure.splitlines()[0] if failure else ""
    stuck = re.search(r"waited too long for (parity \d of the \w+ barrier)", failure)
    return f"stuck: {stuck.group(1)}" if stuck else text


def launches_row(outcome):
    """What is recorded of launches."""
    return {
        "runs": outcome["runs"],
        "wrong_runs": outcome["wrong_runs"],
        "most_wrong_elements": outcome["most_wrong_elements"],
        "failure": short(outcome["failure"]),
    }


def examined_row(sanitizer, tool, program, lab, fixed, limit):
    """What one tool says of one launch. Errors of the CUDA API are left out: the program reports these itself."""
    prefix = [sanitizer, "--tool", tool, "--report-api-errors", "no"]
    outcome, output = launch(program, lab, fixed, FEW, 1, limit, prefix)
    found = SUMMARY.findall(output)
    row = {"reports": sum(int(a or b) for a, b in found) if found else None}
    row["right"] = outcome["runs"] == 1 and outcome["wrong_runs"] == 0
    row["failure"] = short(outcome["failure"])
    first = re.search(r"^========= ((?!COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY).+)$", output, re.MULTILINE)
    row["first_report"] = first.group(1).strip() if first and row["reports"] else ""
    return row


def lab_names(program):
    status, output = ask([str(program), "--list"], 60)
    if status != 0:
        raise Trouble(f"'{program} --list' exited with {status}:\n{output}")
    return [line for line in output.splitlines() if line and not line.startswith(" ")]


def said(row):
    """Launches in a few characters."""
    if row["failure"]:
        return row["failure"]
    right = row["runs"] - row["wrong_runs"]
    return "right" if row["wrong_runs"] == 0 else "wrong" if right == 0 else f"{right} of {row['runs']} right"


def faults_of_twins(rows):
    """Repaired twins that are not right everywhere or that a tool reports."""
    return [
        row["lab"]
        for row in rows
        if row["fixed"]
        and (said(row["few"]) != "right" or said(row["many"]) != "right"
             or any(examined["reports"] != 0 or not examined["right"] for examined in row["sanitizer"].values()))
    ]


def print_table(rows):
    print(f"{'lab':<36} {'few K-tiles':<34} {'many K-tiles':<34} " + " ".join(f"{tool:<10}" for tool in TOOLS))
    for row in rows:
        name = row["lab"] + (" --fixed" if row["fixed"] else "")
        counts = ["-" if row["sanitizer"][tool]["reports"] is None else row["sanitizer"][tool]["reports"] for tool in TOOLS]
        print(f"{name:<36} {said(row['few']):<34} {said(row['many']):<34} " + " ".join(f"{count!s:<10}" for count in counts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="the build folder that holds the program lab")
    parser.add_argument("--runs", type=int, default=200, help="launches of each kernel with few K-tiles [200]")
    parser.add_argument("--json", help="write what was seen there")
    parser.add_argument("--labs", help="some labs alone, separated by commas")
    parser.add_argument("--commit", default=os.environ.get("HOPPER_COMMIT", ""), help="of the project, as recorded")
    parser.add_argument("--limit", type=int, default=25, help="seconds after which a program is stopped; twice as many under compute-sanitizer [25]")
    options = parser.parse_args()
    program = Path(options.build) / "lab"
    sanitizer = shutil.which("compute-sanitizer") or shutil.which("/usr/local/cuda/bin/compute-sanitizer")
    try:
        if options.json and not Path(options.json).parent.is_dir():
            raise Trouble(f"--json is {options.json}, but there is no folder {Path(options.json).parent}")
        if options.runs < 1:
            raise Trouble(f"--runs is {options.runs}, but must be at least 1")
        if not os.access(program, os.X_OK):
            raise Trouble(f"there is no program {program}; build it with: make lab")
        if sanitizer is None:
            raise Trouble("compute-sanitizer was not found; it comes with the CUDA Toolkit; put it on the PATH")
        names = lab_names(program)
        if options.labs:
            unknown = sorted(set(options.labs.split(",")) - set(names))
            if unknown:
                raise Trouble(f"there is no lab '{unknown[0]}'; there are: {', '.join(names)}")
            names = options.labs.split(",")
        kernels = [(name, fixed) for name in names for fixed in (False, True)]

        # Alone on the GPU: whether an unordered access goes wrong is a matter of time.
        alone, gpu = {}, ""
        for name, fixed in kernels:
            few, _ = launch(program, name, fixed, FEW, options.runs, options.limit)
            many, _ = launch(program, name, fixed, MANY, max(1, options.runs // 10), options.limit)
            alone[name, fixed] = few, many
            gpu = gpu or few["gpu"]
            print(f"ran {name}{' --fixed' if fixed else ''}", file=sys.stderr)
        with ThreadPoolExecutor(max_workers=min(12, os.cpu_count() or 1)) as pool:
            examined = {
                (kernel, tool): pool.submit(examined_row, sanitizer, tool, program, *kernel, 2 * options.limit)
                for kernel in kernels
                for tool in TOOLS
            }
            rows = [
                {
                    "lab": kernel[0],
                    "fixed": kernel[1],
                    "few": launches_row(alone[kernel][0]),
                    "many": launches_row(alone[kernel][1]),
                    "sanitizer": {tool: examined[kernel, tool].result() for tool in TOOLS},
                }
                for kernel in kernels
            ]
    except Trouble as trouble:
        print(f"gpu_labs.py: {trouble}", file=sys.stderr)
        return 2
    if options.json:
        record = {
            "schema": "hopper-matmul-labs",
            "schema_version": 1,
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "commit": options.commit,
            "command": f"tools/gpu_labs.py BUILD --runs {options.runs}",
            "machine": {"gpu": gpu, "driver": gpu_and_driver()[1], "compute_sanitizer": version_of(sanitizer)},
            "few_k_tiles": FEW,
            "many_k_tiles": MANY,
            "rows": rows,
        }
        Path(options.json).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print_table(rows)
    for lab in faults_of_twins(rows):
        print(f"gpu_labs.py: the repaired twin of {lab} is not right everywhere, or is reported", file=sys.stderr)
    return 1 if faults_of_twins(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
