#!/usr/bin/env python3
"""Profiles the versions and cuBLAS with ncu: how busy tensor pipe, L2 and DRAM are, and what warps wait for.

Each is run by `bench_matmul --profile-one`: once untimed, then once under ncu, at whatever clock the GPU takes. ncu runs
the kernel several times, with caches emptied in between, so its durations are no timings; those are bench_matmul's.
"""

import argparse
import datetime
import os
import shutil
import subprocess
import sys
from pathlib import Path

from commands import gpu_and_driver, print_all, version_of
from ncu_output import (
    FIGURES,
    SECTIONS,
    NcuError,
    explain_failure,
    figures_of,
    longest_kernel,
    parse_csv,
    stalls_of,
    unknown_metrics,
)
from recorded import text_of, write

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_ROWS = "v1,v2,v3,v4,cublas,cublaslt"
COLUMNS = [  # figure, heading, format
    ("duration_ms", "ms", "{:.3f}"),
    ("sm_clock_mhz", "SM MHz", "{:.0f}"),
    ("tensor_pipe_percent", "tensor %", "{:.1f}"),
    ("dram_percent", "DRAM %", "{:.1f}"),
    ("dram_gigabytes", "DRAM GB", "{:.2f}"),
    ("l2_percent", "L2 %", "{:.1f}"),
    ("l2_hit_percent", "L2 hit %", "{:.1f}"),
    ("occupancy_percent", "occup. %", "{:.1f}"),
    ("registers", "regs", "{:.0f}"),
]


def find_ncu(given):
    """The ncu to use, or None."""
    if given:
        return given if shutil.which(given) else None
    return shutil.which("ncu") or shutil.which("/usr/local/cuda/bin/ncu")


def ask(command, limit):
    """Runs a command; its exit status and all its output."""
    try:
        run = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        raise NcuError(f"it took longer than {limit} s") from None
    except OSError as error:
        raise NcuError(f"{command[0]} could not be run: {error.strerror}") from None
    return run.returncode, run.stdout


def profile_row(ncu, program, row, shape, limit):
    """One row's profile; metrics that this ncu does not know are left out one by one."""
    metrics = [metric for _, names in FIGURES.values() for metric in names]
    while metrics:
        command = [ncu, "--profile-from-start", "off", "--clock-control", "none", "--print-units", "base"]
        command += ["--csv", "--page", "raw", "--metrics", ",".join(metrics)]
        for section in SECTIONS:
            command += ["--section", section]
        status, output = ask(command + [str(program), "--profile-one", row, "--shapes", shape], limit)
        kernels = parse_csv(output)
        if kernels:
            kernel = longest_kernel(kernels)
            return {
                "name": row,
                "kernel": kernel.get("Kernel Name", ""),
                "kernels_launched": len(kernels),
                "metrics": figures_of(kernel),
                "stalls": stalls_of(kernel),
            }
        unknown = unknown_metrics(output, metrics)
        if not unknown:
            raise NcuError(f"exit status {status}; {explain_failure(output)}")
        metrics = [metric for metric in metrics if metric not in unknown]
    raise NcuError("it knows none of the metrics")


def table(rows):
    """The profiles as text; '-' where ncu gave no figure."""
    lines = ["{:<26}".format("") + "".join(f"{heading:>10}" for _, heading, _ in COLUMNS) + "  top stalls (warps/issue)"]
    for row in rows:
        cells = []
        for figure, _, form in COLUMNS:
            value = row["metrics"][figure]
            cells.append("{:>10}".format("-" if value is None else form.format(value)))
        stalls = ", ".join("{reason} {warps_per_issue:.2f}".format(**stall) for stall in row["stalls"][:3])
        lines.append(f"{row['name']:<26}" + "".join(cells) + "  " + (stalls or "-"))
    missing = sorted({figure for row in rows for figure, value in row["metrics"].items() if value is None})
    if missing:
        lines.append("not available from this ncu: " + ", ".join(missing))
    return "\n".join(lines)


def machine(ncu):
    """The GPU, its driver and the version of ncu."""
    gpu, driver = gpu_and_driver()
    return {"gpu": gpu or "unknown", "driver": driver, "ncu": version_of(ncu)}


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(ROOT / "build"), help="folder that holds bench_matmul [build]")
    parser.add_argument("--rows", default=DEFAULT_ROWS, help=f"comma-separated, like v4:2-stages [{DEFAULT_ROWS}]")
    parser.add_argument("--shape", default="8192x8192x8192", help="MxNxK [8192x8192x8192]")
    parser.add_argument("--json", help="file that gets all figures; - for standard output, instead of the table")
    parser.add_argument("--ncu", help="the ncu to use [from PATH or the CUDA Toolkit]")
    parser.add_argument("--limit", type=int, default=120, help="seconds for one row [120]")
    parser.add_argument("--commit", default=os.environ.get("HOPPER_COMMIT", "unknown"), help="to be recorded")
    options = parser.parse_args(arguments)
    if options.limit < 1:
        parser.error(f"--limit is {options.limit}, but must be at least 1")
    if options.json is not None and options.json != "-":
        file = Path(options.json)
        if not options.json or file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
            parser.error(f"--json is '{options.json}', but must be a file that can be written, or -")
    if not all(options.rows.split(",")):
        parser.error(f"--rows is '{options.rows}', but takes a comma-separated list without empty parts")
    return parser, options


def main(arguments):
    parser, options = parse_arguments(arguments)
    program = Path(options.build) / "bench_matmul"
    if not os.access(program, os.X_OK):
        parser.error(f"there is no program {program}; build it with: make bench, or name another folder with --build")
    ncu = find_ncu(options.ncu)
    if ncu is None:
        print("profile.py: ncu was not found; it comes with the CUDA Toolkit or Nsight Compute", file=sys.stderr)
        return 3
    rows = []
    failures = 0
    for row in options.rows.split(","):
        print(f"profiling {row} at {options.shape}", file=sys.stderr, flush=True)
        try:
            rows.append(profile_row(ncu, program, row, options.shape, options.limit))
        except NcuError as error:
            print(f"profile.py: ncu gave no profile of {row}: {error}", file=sys.stderr)
            failures += 1
    result = {
        "schema": "hopper-matmul-profiles",
        "schema_version": 1,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": options.commit,
        "command": f"bench/profile.py --rows {options.rows} --shape {options.shape}",
        "shape": options.shape,
        "machine": machine(ncu),
        "rows": rows,
    }
    if not rows:
        return 3
    if options.json and options.json != "-":
        try:
            write(result, options.json)
        except OSError as error:
            print(f"profile.py: writing '{options.json}' failed: {error.strerror}", file=sys.stderr)
            failures += 1
    failures += print_all(text_of(result) if options.json == "-" else table(rows) + "\n", "profile.py")
    return 3 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
