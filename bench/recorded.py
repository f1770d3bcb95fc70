"""Recorded results: the form of their JSON, which is stated here alone, and finding the newest of each kind.

bench_matmul writes results, bench/profile.py profiles. Everything that is made of them reads them through this module,
which checks them first.
"""

import json
import math
import os
from pathlib import Path

from derived import add_figures
from ncu_output import FIGURES

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
KINDS = ("tutorial", "sustained", "sweep", "llm", "ablations", "profiles")
SCHEMA_VERSIONS = {"hopper-matmul-bench": 2, "hopper-matmul-profiles": 1}

TEXT, NUMBER, WHOLE = "text", "number", "whole number"
# A result holds what was measured and nothing that follows from it: see derived.py for that.
RESULT_FORM = {
    "schema": TEXT,
    "schema_version": WHOLE,
    "date": TEXT,  # UTC, ISO 8601
    "commit": TEXT,
    "command": TEXT,
    "shapes": TEXT,  # the value of --shapes
    "machine": {
        "gpu": TEXT,
        "sm_count": WHOLE,
        "boost_clock_mhz": NUMBER,
        "l2_bytes": WHOLE,
        "memory_bytes": WHOLE,
        "power_limit_w": (NUMBER, None),  # as enforced; null without NVML, as is the driver
        "driver": (TEXT, None),
        "driver_cuda": TEXT,  # newest CUDA version that the driver supports
        "cuda_runtime": TEXT,
        "cublas": TEXT,
    },
    "method": {"rounds": WHOLE, "batch_ms": NUMBER, "pause_ms": NUMBER, "warmup_ms": NUMBER, "init": TEXT, "seed": WHOLE},
    "rows": [
        {
            "contender": TEXT,  # a version, "cublas" or "cublaslt"
            "configuration": TEXT,  # of cublaslt the suggestion that was taken, like "3 of 8"
            "title": TEXT,
            "shape": {"m": WHOLE, "n": WHOLE, "k": WHOLE, "label": TEXT},
            # These four are of versions; 0 elsewhere.
            "tile": {"m": WHOLE, "n": WHOLE, "k": WHOLE},
            "stages": WHOLE,
            "swizzle_size": WHOLE,
            "consumer_groups": WHOLE,
            "launches_per_round": WHOLE,
            "operand_sets": WHOLE,
            "checked_elements": WHOLE,
            "max_absolute_error": NUMBER,
            "clock_readings": WHOLE,  # all that NVML gave while the row ran
            # The last reading of each round that had one. Records made before December 2026 kept one figure a row, the
            # median of all readings.
            "sm_clock_mhz": [NUMBER],
            "power_w": [NUMBER],
            "times_ms": [NUMBER],  # one launch, for each round, in the order in which they ran
        }
    ],
}
PROFILES_FORM = {
    "schema": TEXT,
    "schema_version": WHOLE,
    "date": TEXT,
    "commit": TEXT,
    "command": TEXT,
    "shape": TEXT,
    "machine": {"gpu": TEXT, "driver": (TEXT, None), "ncu": (TEXT, None)},
    "rows": [
        {
            "name": TEXT,
            "kernel": TEXT,
            "kernels_launched": WHOLE,
            "metrics": {name: (NUMBER, None) for name in FIGURES},
            "stalls": [{"reason": TEXT, "warps_per_issue": NUMBER}],
        }
    ],
}


class InvalidRecord(Exception):
    """A recorded file is not what it should be; the message names the file and the faults."""


def _is(value, kind):
    if kind == TEXT:
        return isinstance(value, str)
    if isinstance(value, bool):
        return False
    if kind == WHOLE:
        return isinstance(value, int)
    return isinstance(value, (int, float)) and math.isfinite(value)


def _form_faults(value, form, where):
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return [f"{where} must be an object"]
        faults = [f"{where}.{key} is missing" for key in form if key not in value]
        faults += [f"{where}.{key} is unknown" for key in value if key not in form]
        for key in form:
            if key in value:
                faults += _form_faults(value[key], form[key], f"{where}.{key}")
        return faults
    if isinstance(form, list):
        if not isinstance(value, list):
            return [f"{where} must be a list"]
        return [fault for i, each in enumerate(value) for fault in _form_faults(each, form[0], f"{where}[{i}]")]
    if isinstance(form, tuple):
        return [] if value is None else _form_faults(value, form[0], where)
    return [] if _is(value, form) else [f"{where} is {value!r}, but must be a {form}"]


def _contradictions(result):
    """What can't be true of a result in the right form."""
    rounds = result["method"]["rounds"]
    faults = []
    for i, row in enumerate(result["rows"]):
        where = f"rows[{i}] ({row['contender']}:{row['configuration']})"
        if len(row["times_ms"]) != rounds or min(row["times_ms"], default=0) <= 0:
            faults.append(f"{where} must have {rounds} times above 0")
        if row["checked_elements"] != row["shape"]["m"] * row["shape"]["n"]:
            faults.append(f"{where} was timed without all of its result checked")
        if len(row["sm_clock_mhz"]) != len(row["power_w"]) or len(row["power_w"]) > min(rounds, row["clock_readings"]):
            faults.append(f"{where} must have as many clocks as powers, one a round at most")
        if not any(other["contender"] == "cublas" and other["shape"] == row["shape"] for other in result["rows"]):
            faults.append(f"{where} has no row of cublas beside it")
    return faults


def faults_of(data):
    """What is wrong with a result or a set of profiles; empty when nothing is."""
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema not in SCHEMA_VERSIONS:
        return ["it is neither a result of bench_matmul nor an output of bench/profile.py"]
    if data.get("schema_version") != SCHEMA_VERSIONS[schema]:
        return [f"schema_version is {data.get('schema_version')!r}, but {SCHEMA_VERSIONS[schema]} is understood"]
    is_result = schema == "hopper-matmul-bench"
    faults = _form_faults(data, RESULT_FORM if is_result else PROFILES_FORM, "it")
    if not faults and not data["rows"]:
        faults = ["it has no rows"]
    return faults or (_contradictions(data) if is_result else [])


def text_of(data):
    """A record as it is written: one row a line."""
    head = json.dumps({key: value for key, value in data.items() if key != "rows"}, indent=1)
    rows = ",\n".join("  " + json.dumps(row) for row in data["rows"])
    return f'{head[:-2]},\n "rows": [\n{rows}\n ]\n}}\n'


def write(data, path):
    """Writes a record as a whole: when that fails, an earlier file stays."""
    temporary = Path(f"{path}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text_of(data), encoding="utf-8")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def read(path, schema=None):
    """A checked result, with the figures that follow from it, or a checked set of profiles; of one of them if `schema`
    is given."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidRecord(f"'{path}' can't be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"'{path}' is not JSON: {error}") from None
    faults = faults_of(data)
    if not faults and schema not in (None, data["schema"]):
        faults = [f"its schema is {data['schema']}, but {schema} is needed"]
    if faults:
        raise InvalidRecord(f"'{path}' is not a sound record: {'; '.join(faults[:5])}")
    return add_figures(data) if data["schema"] == "hopper-matmul-bench" else data


def _kind(data):
    """What a record is of: a set of shapes, 8192 cubed under continuous load, or profiles."""
    if data["schema"] == "hopper-matmul-profiles":
        return "profiles"
    if data["shapes"] == "8192x8192x8192" and data["method"]["pause_ms"] == 0:
        return "sustained"
    return data["shapes"]


def newest(folder=RESULTS):
    """The newest record of each kind in a folder, by kind; kinds that it lacks are left out."""
    found = {}
    for path in sorted(Path(folder).glob("*.json")):
        data = read(path)
        kind = _kind(data)
        if kind in KINDS and (kind not in found or data["date"] > found[kind]["date"]):
            found[kind] = data
    return found

