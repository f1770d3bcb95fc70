"""What follows from a result's measurements: medians, rates, ratios. Records hold none of it."""

import math
import statistics

CUBE = (8192, 8192, 8192)
LIBRARIES = ("cublas", "cublaslt")
# Rounds of fewer milliseconds are over before NVML's figures follow: on an H200, clocks read in rounds of 10 ms after a
# rest were those of the resting GPU, where ncu saw a quarter less. Such readings are recorded, but not shown.
SHORTEST_SAMPLED_BATCH_MS = 100
# Dense fp16: 4 tensor cores an SM, each 512 fused multiply-adds a cycle; see harness/gpu_info.hpp.
FLOPS_PER_CYCLE_AND_SM = 4096


def shape_of(row):
    """A row's extents as M, N, K."""
    return row["shape"]["m"], row["shape"]["n"], row["shape"]["k"]


def row_at(result, shape, name):
    """The row of that name at that shape, or None."""
    return next((row for row in result["rows"] if shape_of(row) == shape and row["name"] == name), None)


def shapes_of(result):
    """The shapes of a result in their order."""
    return list(dict.fromkeys(shape_of(row) for row in result["rows"]))


def versions_of(result):
    """The versions that have rows in a result: v1, v2, ..."""
    return sorted({row["contender"] for row in result["rows"]} - set(LIBRARIES))


def add_figures(result):
    """The result, with the figures that follow added to its machine and to each row."""
    machine = result["machine"]
    machine["peak_teraflops"] = FLOPS_PER_CYCLE_AND_SM * 1e-6 * machine["sm_count"] * machine["boost_clock_mhz"]
    tells_clocks = result["method"]["batch_ms"] >= SHORTEST_SAMPLED_BATCH_MS
    for row in result["rows"]:
        m, n, k = shape_of(row)
        is_plain = row["configuration"] == "default" or row["contender"] in LIBRARIES
        median = statistics.median(row["times_ms"])
        row["name"] = row["contender"] if is_plain else f"{row['contender']}:{row['configuration']}"
        row["median_ms"], row["min_ms"], row["max_ms"] = median, min(row["times_ms"]), max(row["times_ms"])
        row["teraflops"] = 2e-9 * math.prod((m, n, k)) / median
        row["percent_of_peak"] = 100 * row["teraflops"] / machine["peak_teraflops"]
        row["operand_bytes"] = 2 * (m * k + n * k + m * n)
        row["operands_in_l2"] = row["operand_bytes"] * row["operand_sets"] <= machine["l2_bytes"]
        row["clock_mhz"] = statistics.median(row["sm_clock_mhz"]) if tells_clocks and row["sm_clock_mhz"] else None
        row["watts"] = statistics.median(row["power_w"]) if tells_clocks and row["power_w"] else None
    for row in result["rows"]:
        row["ratio_to_cublas"] = row_at(result, shape_of(row), "cublas")["median_ms"] / row["median_ms"]
    return result
