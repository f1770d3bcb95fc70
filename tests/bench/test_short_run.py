"""A short real run of bench_matmul, and whether what it writes is a sound record. Skipped without a Hopper GPU."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import recorded  # noqa: E402
from derived import add_figures  # noqa: E402

SKIPPED = 77


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        shapes = "512x512x512,200x136x72"  # one that rotates over many sets, and one that fills no tile
        command = [program, "--shapes", shapes, "--rounds", "2", "--warmup-ms", "20", "--batch-ms", "1", "--json", file]
        run = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        print(run.stdout, run.stderr)
        no_gpu = re.search(r"nothing was measured: (.*);", run.stderr)
        if no_gpu:
            print("skipped:", no_gpu.group(1))
            return SKIPPED
        if run.returncode != 0:
            return f"exit status {run.returncode}"
        result = json.loads(file.read_text(encoding="utf-8"))
    faults = recorded.faults_of(result)
    if faults:
        return "\n".join(faults)
    add_figures(result)
    names = {row["name"] for row in result["rows"]}
    if not names >= {"v1", "v2", "v3", "v4", "cublas", "cublaslt"} or len(result["rows"]) != 2 * len(names):
        faults.append(f"rows are {[row['name'] for row in result['rows']]}")
    cube = [row for row in result["rows"] if row["shape"]["m"] == 512]
    if any(row["operands_in_l2"] or row["operand_sets"] < 2 for row in cube):
        faults.append("512 cubed lives in L2")
    return "\n".join(faults) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
