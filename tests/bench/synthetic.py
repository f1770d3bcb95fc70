"""Made-up results and profiles in the form of recorded ones: nothing in them was measured."""

import math
import random

GPU = "SYNTHETIC (made up, not measured)"
SPEEDS = {"v1": 300, "v2": 450, "v3": 640, "v4": 715, "cublas": 755, "cublaslt": 775}


def row(shape, name, speed, rounds, generator, **more):
    """One row, whose times scatter around a speed."""
    m, n, k = shape
    times = [2e-9 * math.prod(shape) / speed * generator.uniform(0.99, 1.01) for _ in range(rounds)]
    contender, _, configuration = name.partition(":")
    made = {
        "contender": contender,
        "configuration": "3 of 8" if name == "cublaslt" else configuration or "default",
        "title": f"a made-up {name}",
        "shape": {"m": m, "n": n, "k": k, "label": ""},
        "tile": {"m": 128, "n": 256, "k": 64} if contender == "v4" else {"m": 128, "n": 128, "k": 64},
        "stages": 3,
        "swizzle_size": 4 if contender == "v4" else 1,
        "consumer_groups": 2 if contender == "v4" else 1,
        "launches_per_round": 6,
        "operand_sets": 1,
        "checked_elements": m * n,
        "max_absolute_error": 0.001,
        "clock_readings": 40,
        "sm_clock_mhz": [1500.0, 1490.0],
        "power_w": [690.5, 691.5],
        "times_ms": times,
    }
    made.update(more)
    return made


def result(kind, shapes, rows_of, date="2026-01-01T00:00:00Z", rounds=5):
    """A whole result; rows_of(shape) gives (name, speed, further fields) for each row."""
    generator = random.Random(1)
    rows = [
        row(shape, name, speed, rounds, generator, **more) for shape in shapes for name, speed, more in rows_of(shape)
    ]
    return {
        "schema": "hopper-matmul-bench",
        "schema_version": 2,
        "date": date,
        "commit": "synthetic",
        "command": f"bench_matmul --shapes {kind}",
        "shapes": kind,
        "machine": {
            "gpu": GPU,
            "sm_count": 132,
            "boost_clock_mhz": 1980.0,
            "l2_bytes": 60 << 20,
            "memory_bytes": 140 << 30,
            "power_limit_w": 700.0,
            "driver": None,
            "driver_cuda": "13.0",
            "cuda_runtime": "13.0",
            "cublas": "13.1.0",
        },
        "method": {"rounds": rounds, "batch_ms": 10.0, "pause_ms": 50.0, "warmup_ms": 400.0, "init": "uniform", "seed": 0},
        "rows": rows,
    }


def ladder(shape):
    """All contenders, slower at small sizes."""
    fill = 1 - math.exp(-shape[0] / 2000)
    return [(name, speed * fill, {}) for name, speed in SPEEDS.items()]


def sustained():
    """8192 cubed without a pause."""
    data = result("8192x8192x8192", [(8192, 8192, 8192)], ladder)
    data["method"]["pause_ms"] = 0.0
    return data


def ablations(_shape):
    """V4's grid and the rest."""
    rows = ladder((8192, 8192, 8192))
    for stages in (2, 3, 4):
        for swizzle in (1, 4, 8, 16):
            for groups in (1, 2):
                if (stages, swizzle, groups) == (3, 4, 2) or (groups == 1 and stages != 3 and swizzle != 4):
                    continue
                name = f"v4:{groups}-{stages}-{swizzle}"
                more = {"stages": stages, "swizzle_size": swizzle, "consumer_groups": groups}
                rows.append((name, 560 + 30 * stages + 10 * swizzle**0.5 - 150 * (groups == 1), more))
    return rows


def profiles(date="2026-01-01T00:00:00Z"):
    """A set of profiles."""
    rows = []
    for i, name in enumerate(SPEEDS):
        metrics = {
            "duration_ms": 1.6,
            "sm_clock_mhz": 1500.0,
            "tensor_pipe_percent": 50.0 + 8 * i,
            "tensor_pipe_elapsed_percent": 49.0 + 8 * i,
            "dram_percent": 60.0 - 7 * i,
            "dram_gigabytes": None,
            "l2_percent": 50.0,
            "l2_hit_percent": 70.0,
            "occupancy_percent": 14.0,
            "registers": 168,
        }
        stalls = [{"reason": "gmma", "warps_per_issue": 9.0}, {"reason": "barrier", "warps_per_issue": 2.5}]
        rows.append({"name": name, "kernel": f"made_up_{name}", "kernels_launched": 1, "metrics": metrics, "stalls": stalls})
    return {
        "schema": "hopper-matmul-profiles",
        "schema_version": 1,
        "date": date,
        "commit": "synthetic",
        "command": "bench/profile.py",
        "shape": "8192x8192x8192",
        "machine": {"gpu": GPU, "driver": None, "ncu": None},
        "rows": rows,
    }


def everything():
    """One record of each kind."""
    cubes = [(size,) * 3 for size in (512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16384)]
    return {
        "tutorial": result("tutorial", [(4096, 4096, 14336), (8192, 8192, 8192)], ladder),
        "sustained": sustained(),
        "sweep": result("sweep", cubes, ladder),
        "llm": result("llm", [(4096, 1024, 4096)], ladder),
        "ablations": result("ablations", [(8192, 8192, 8192)], ablations),
        "profiles": profiles(),
    }
