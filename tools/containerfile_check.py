#!/usr/bin/env python3
"""Runs the Containerfile's steps on this machine: in a copy of the files that git tracks, its RUN lines, then its CMD.

The base image is the one thing that is not checked: this machine's distribution stands in for it. Nothing but FROM,
WORKDIR, `COPY . .`, RUN and CMD is understood; anything else is an error, so that no step goes unseen.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EARLIER = {"COPY": {"FROM", "WORKDIR"}, "RUN": {"FROM", "WORKDIR", "COPY"}, "CMD": {"FROM", "WORKDIR", "COPY", "RUN"}}


def steps_of(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile in their order; ValueError says which can't be checked."""
    steps = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        instruction, _, rest = line.partition(" ")
        if instruction not in ("FROM", "WORKDIR", "COPY", "RUN", "CMD") or (instruction == "COPY" and rest != ". ."):
            raise ValueError(f"'{line}' can't be checked; FROM, WORKDIR, 'COPY . .', RUN and CMD can")
        for earlier in EARLIER.get(instruction, ()):
            if earlier not in [name for name, _ in steps]:
                raise ValueError(f"'{line}' comes before any {earlier}")
        steps.append((instruction, rest))
    if not steps or steps[-1][0] != "CMD":
        raise ValueError("the last line is no CMD")
    return steps


def main() -> int:
    if len(sys.argv) > 1:
        print(__doc__ if sys.argv[1:] == ["--help"] else f"containerfile_check.py: takes no option but --help, not {sys.argv[1:]}")
        return 0 if sys.argv[1:] == ["--help"] else 2
    try:
        steps = steps_of((ROOT / "Containerfile").read_text())
    except ValueError as error:
        print(f"containerfile_check.py: {error}", file=sys.stderr)
        return 2
    tracked = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=True).stdout
    environment = {**os.environ, "CMAKE_ARGS": "-DHOPPER_CUDA=OFF"}  # the image has no CUDA Toolkit
    with tempfile.TemporaryDirectory() as folder:
        pack = subprocess.run(["tar", "-C", ROOT, "--null", "-T", "-", "-c"], input=tracked, capture_output=True, check=True)
        subprocess.run(["tar", "-C", folder, "-x"], input=pack.stdout, check=True)
        for instruction, rest in steps:
            if instruction in ("RUN", "CMD"):
                command = ["sh", "-c", rest] if instruction == "RUN" else json.loads(rest)
                status = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL).returncode
                if status != 0:
                    print(f"containerfile_check.py: '{instruction} {rest}' ended with exit code {status}", file=sys.stderr)
                    return 1
    print(f"containerfile_check.py: the Containerfile's {len(steps)} steps work on this machine's distribution")
    return 0


if __name__ == "__main__":
    sys.exit(main())
