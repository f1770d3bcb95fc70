"""What is asked of ncu, and how its answer is read."""

import csv
import io
import re

# Figures of the table, each with the metrics that give it, best first: names differ between releases of ncu.
# A factor converts base units (hertz, nanoseconds, bytes) to those of the figure.
FIGURES = {
    "duration_ms": (1e-6, ["gpu__time_duration.sum"]),
    "sm_clock_mhz": (1e-6, ["sm__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second"]),
    "tensor_pipe_percent": (
        1,
        [
            "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
            "sm__pipe_tensor_op_gmma_cycles_active.avg.pct_of_peak_sustained_active",
            "sm__inst_executed_pipe_tensor_op_gmma.avg.pct_of_peak_sustained_active",
        ],
    ),
    "tensor_pipe_elapsed_percent": (
        1,
        [
            "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
            "sm__pipe_tensor_op_gmma_cycles_active.avg.pct_of_peak_sustained_elapsed",
        ],
    ),
    "dram_percent": (1, ["dram__throughput.avg.pct_of_peak_sustained_elapsed"]),
    "dram_gigabytes": (1e-9, ["dram__bytes.sum", "dram__bytes_read.sum"]),
    "l2_percent": (1, ["lts__throughput.avg.pct_of_peak_sustained_elapsed"]),
    "l2_hit_percent": (1, ["lts__t_sector_hit_rate.pct"]),
    "occupancy_percent": (1, ["sm__warps_active.avg.pct_of_peak_sustained_active"]),
    "registers": (1, ["launch__registers_per_thread"]),
}
# Holds the stall reasons, under names that differ between chips.
SECTIONS = ["WarpStateStats"]
STALL = re.compile(r"smsp__average_warps_issue_stalled_(\w+)_per_issue_active(\.ratio)?$")
PREFIXES = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "n": 1e-9, "u": 1e-6}


class NcuError(Exception):
    """ncu failed; the message says how and what would help."""


def parse_number(text):
    """The number in a field of ncu's CSV, which may group its digits; None where there is none."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def parse_csv(text):
    """The kernels in ncu's raw page as CSV: for each a dictionary of its columns, as text."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return []
    rows = list(csv.reader(io.StringIO("\n".join(line for line in lines[start:] if line.startswith('"')))))
    header = rows[0]
    # The second line holds the units and has no ID.
    return [dict(zip(header, row)) for row in rows[1:] if len(row) == len(header) and row[0].strip()]


def longest_kernel(kernels):
    """The kernel that took longest; a library may launch a small one beside the product."""
    return max(kernels, key=lambda kernel: parse_number(kernel.get("gpu__time_duration.sum", "")) or 0)


def figures_of(kernel):
    """The table's figures, None where ncu gave none."""
    figures = {}
    for name, (factor, metrics) in FIGURES.items():
        numbers = [parse_number(kernel.get(metric, "")) for metric in metrics]
        number = next((each for each in numbers if each is not None), None)
        figures[name] = None if number is None else number * factor
    return figures


def stalls_of(kernel):
    """Stall reasons, the longest first: warps that wait for it on average, for each instruction that is issued."""
    stalls = []
    for column, text in kernel.items():
        match = STALL.search(column)
        number = parse_number(text)
        if match and number and match.group(1) not in ("selected", "not_issued"):
            stalls.append({"reason": match.group(1), "warps_per_issue": number})
    return sorted(stalls, key=lambda stall: -stall["warps_per_issue"])


def unknown_metrics(output, asked):
    """Those of the metrics asked for that ncu's errors name."""
    complaints = [line for line in output.splitlines() if re.search(r"==(ERROR|WARNING)==|not found|Failed to find", line)]
    text = "\n".join(complaints)
    return [metric for metric in asked if metric in text or metric.split(".")[0] in text]


def explain_failure(output):
    """What would help when ncu failed for good."""
    if "ERR_NVGPUCTRPERM" in output:
        return (
            "this user may not read the GPU's counters (ERR_NVGPUCTRPERM); run as root, or let all users: "
            "https://developer.nvidia.com/ERR_NVGPUCTRPERM"
        )
    end = [line for line in output.splitlines() if line.strip()][-5:]
    return "its last lines:\n  " + "\n  ".join(end or ["(no output)"])
