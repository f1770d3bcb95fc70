"""What the scripts share: asking for the GPU, its driver and the versions of NVIDIA's tools, and printing."""

import os
import subprocess
import sys


def output_of(command):
    """What a command prints; empty when it can't be run or fails."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout if run.returncode == 0 else ""


def gpu_and_driver():
    """The name of the first GPU and the driver's version, as nvidia-smi tells them; None for what it doesn't."""
    lines = output_of(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).splitlines()
    name, _, driver = lines[0].partition(", ") if lines else ("", "", "")
    return name.strip() or None, driver.strip() or None


def version_of(tool):
    """The line in which one of NVIDIA's tools tells its version, or None."""
    lines = output_of([tool, "--version"]).splitlines()
    return next((line.strip() for line in lines if line.startswith("Version")), None)


def print_all(text, program):
    """Prints a report on standard output; the exit status: 3, with a sentence, if it could not be written."""
    try:
        if sys.stdout is None:
            raise OSError(0, "it is closed")
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        print(f"{program}: writing to standard output failed: {error.strerror}", file=sys.stderr)
        if sys.stdout is not None:
            # What is left in the buffer would be tried again at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 3
    return 0
