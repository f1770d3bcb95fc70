"""Recorded results: what their JSON must hold, and finding the newest of each kind.

bench_matmul writes results, bench/profile.py profiles. Both check themselves here before anything is made of them, so
that a table or a picture can't be drawn from a file that contradicts itself.
"""

import hashlib
import json
import math
import statistics
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
KINDS = ("tutorial", "sustained", "sweep", "llm", "ablations", "profiles")
OUTCOMES = ("holds", "holds in part", "does not hold", "not measured")
VERSIONS = ("v1", "v2", "v3", "v4")

TEXT, NUMBER, WHOLE, FLAG = "text", "number", "whole number", "true or false"
RESULT_FORM = {
    "schema": TEXT,
    "schema_version": WHOLE,
    "date": TEXT,
    "commit": TEXT,
    "command": TEXT,
    "shapes": TEXT,
    "machine": {
        "gpu": TEXT,
        "sm_count": WHOLE,
        "boost_clock_mhz": NUMBER,
        "peak_teraflops": NUMBER,
        "l2_bytes": WHOLE,
        "memory_bytes": WHOLE,
        "power_limit_w": (NUMBER, None),
        "driver": (TEXT, None),
        "driver_cuda": TEXT,
        "cuda_runtime": TEXT,
        "cublas": TEXT,
    },
    "method": {"rounds": WHOLE, "batch_ms": NUMBER, "pause_ms": NUMBER, "warmup_ms": NUMBER, "init": TEXT, "seed": WHOLE},
    "rows": [
        {
            "name": TEXT,
            "contender": TEXT,
            "configuration": TEXT,
            "title": TEXT,
            "shape": {"m": WHOLE, "n": WHOLE, "k": WHOLE, "label": TEXT},
            "tile": {"m": WHOLE, "n": WHOLE, "k": WHOLE},
            "stages": WHOLE,
            "swizzle_size": WHOLE,
            "consumer_groups": WHOLE,
            "median_ms": NUMBER,
            "min_ms": NUMBER,
            "max_ms": NUMBER,
            "teraflops": NUMBER,
            "ratio_to_cublas": NUMBER,
            "percent_of_peak": NUMBER,
            "launches_per_round": WHOLE,
            "operand_sets": WHOLE,
            "operand_bytes": WHOLE,
            "operands_in_l2": FLAG,
            "checked_elements": WHOLE,
            "max_absolute_error": NUMBER,
            "sm_clock_mhz": (NUMBER, None),
            "power_w": (NUMBER, None),
            "clock_samples": WHOLE,
            "times_ms": [NUMBER],
        }
    ],
    "verdicts": [
        {"claim": TEXT, "statement": TEXT, "claimed": TEXT, "measured": TEXT, "criterion": TEXT, "outcome": TEXT}
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
            "metrics": {
                name: (NUMBER, None)
                for name in (
                    "duration_ms",
                    "sm_clock_mhz",
                    "tensor_pipe_percent",
                    "tensor_pipe_elapsed_percent",
                    "dram_percent",
                    "dram_gigabytes",
                    "l2_percent",
                    "l2_hit_percent",
                    "occupancy_percent",
                    "registers",
                )
            },
            "stalls": [{"reason": TEXT, "warps_per_issue": NUMBER}],
        }
    ],
}


class InvalidRecord(Exception):
    """A recorded file is not what it should be; the message names the file and the faults."""


def _is(value, kind):
    if kind == TEXT:
        return isinstance(value, str)
    if kind == FLAG:
        return isinstance(value, bool)
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


def shape_of(row):
    """A row's extents as M, N, K."""
    return row["shape"]["m"], row["shape"]["n"], row["shape"]["k"]


def row_at(result, shape, name):
    """The row of that name at that shape, or None."""
    return next((row for row in result["rows"] if shape_of(row) == shape and row["name"] == name), None)


def _contradictions(result):
    """Figures of a result that don't follow from its times."""
    faults = []
    machine = result["machine"]
    peak = 4096e-6 * machine["sm_count"] * machine["boost_clock_mhz"]
    expected = [("machine.peak_teraflops", machine["peak_teraflops"], peak)]
    for i, row in enumerate(result["rows"]):
        where = f"rows[{i}] ({row['name']})"
        times = row["times_ms"]
        if len(times) != result["method"]["rounds"] or min(times, default=0) <= 0:
            faults.append(f"{where} must have {result['method']['rounds']} times above 0")
            continue
        if row["checked_elements"] != row["shape"]["m"] * row["shape"]["n"]:
            faults.append(f"{where} was timed without all of its result checked")
        cublas = row_at(result, shape_of(row), "cublas")
        if cublas is None or not cublas["times_ms"]:
            faults.append(f"{where} has no row of cublas beside it")
            continue
        median = statistics.median(times)
        rate = 2e-9 * math.prod(shape_of(row)) / median
        expected += [
            (f"{where}.median_ms", row["median_ms"], median),
            (f"{where}.min_ms", row["min_ms"], min(times)),
            (f"{where}.max_ms", row["max_ms"], max(times)),
            (f"{where}.teraflops", row["teraflops"], rate),
            (f"{where}.percent_of_peak", row["percent_of_peak"], 100 * rate / peak),
            (f"{where}.ratio_to_cublas", row["ratio_to_cublas"], statistics.median(cublas["times_ms"]) / median),
        ]
    faults += [
        f"{where} is {value}, but {should} follows from the rest"
        for where, value, should in expected
        if not math.isclose(value, should, rel_tol=1e-6)
    ]
    return faults


def faults_of(data):
    """What is wrong with a result or a set of profiles; empty when nothing is."""
    if not isinstance(data, dict) or data.get("schema") not in ("hopper-matmul-bench", "hopper-matmul-profiles"):
        return ["it is neither a result of bench_matmul nor an output of bench/profile.py"]
    is_result = data["schema"] == "hopper-matmul-bench"
    faults = _form_faults(data, RESULT_FORM if is_result else PROFILES_FORM, "it")
    if faults:
        return faults
    if data["schema_version"] != 1:
        return [f"schema_version is {data['schema_version']}, but 1 is understood"]
    if not data["rows"]:
        return ["it has no rows"]
    if not is_result:
        return []
    faults = [
        f"verdict {each['claim']} has the unknown outcome {each['outcome']!r}"
        for each in data["verdicts"]
        if each["outcome"] not in OUTCOMES
    ]
    return faults + _contradictions(data)


def read(path):
    """A checked result or set of profiles."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidRecord(f"{path} can't be read: {error}") from None
    faults = faults_of(data)
    if faults:
        raise InvalidRecord(f"{path}:\n  " + "\n  ".join(faults[:10]))
    return data


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


def digest(records):
    """A fingerprint of what tables and pictures are made from."""
    text = json.dumps(records, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
