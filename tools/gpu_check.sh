#!/usr/bin/env bash
# Everything that must be seen on a Hopper GPU, from a build folder that may have been made on another machine.
set -uo pipefail

usage() {
  cat <<'TEXT'
usage: tools/gpu_check.sh BUILD_FOLDER [--only "PART..."] [--skip "PART..."] [--logs FOLDER] [--size N]

Runs the parts below one after another and ends with a table of what came out. Needs neither CMake nor nvcc; what a part
does need is said where it is missing, and counts as a failure. Exits 1 if anything failed, 2 for a bad command line.

  tests      the gpu tests, part by part; a test that is skipped counts as failed
  sanitize   tools/sanitize.sh on v1 ... v4
  speed      each version and cuBLAS at N x N x N
  profile    ncu on v3 and v4 at N x N x N: tensor pipe, DRAM, L2

  --only "..."   run these parts alone
  --skip "..."   leave these parts out
  --logs FOLDER  keep each step's output there; BUILD_FOLDER/gpu_check unless given
  --size N       for speed and profile; 8192 unless given
TEXT
}

fail() {
  echo "gpu_check.sh: $1" >&2
  exit 2
}

all_parts=(tests sanitize speed profile)
check_parts() {
  local part
  for part in $1; do
    [[ " ${all_parts[*]} " == *" $part "* ]] || fail "there is no part '$part'; there are: ${all_parts[*]}"
  done
}

build=""
logs=""
size=8192
only="${all_parts[*]}"
skip=""
while [[ $# -gt 0 ]]; do
  case "$1" in
    --help | -h)
      usage
      exit 0
      ;;
    --only | --skip | --logs | --size)
      [[ $# -ge 2 ]] || fail "$1 needs a value; see --help"
      case "$1" in
        --only) only=$2 ;;
        --skip) skip=$2 ;;
        --logs) logs=$2 ;;
        --size) size=$2 ;;
      esac
      shift 2
      ;;
    -*) fail "unknown option '$1'; see --help" ;;
    *)
      [[ -z $build ]] || fail "there is one build folder, but '$build' and '$1' were given"
      build=$1
      shift
      ;;
  esac
done
[[ -n $build ]] || fail "name the build folder; see --help"
[[ -d $build ]] || fail "there is no folder '$build'"
[[ $size =~ ^[1-9][0-9]*$ ]] || fail "--size is '$size', but must be a positive integer"
check_parts "$only"
check_parts "$skip"

tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "$build" && pwd)
logs=${logs:-$build/gpu_check}
mkdir -p "$logs"
versions=(v1 v2 v3 v4)
table=()
failures=0

is_selected() { [[ " $only " == *" $1 "* && " $skip " != *" $1 "* ]]; }

# Adds a line to the table; a failure when the second argument is not "ok".
note() {
  local step=$1 result=$2 detail=${3:-}
  table+=("$(printf '%-24s %-8s %s' "$step" "$result" "$detail")")
  [[ $result == ok ]] || failures=$((failures + 1))
  printf '%-24s %-8s %s\n' "$step" "$result" "$detail"
}

# Runs a command for at most `limit` seconds, its output in a log; leaves its exit status in `status`, and in `log` and
# `seconds` where the output is and how long it took.
run() {
  local step=$1 limit=$2
  shift 2
  log=$logs/$step.log
  local start=$SECONDS
  status=0
  timeout --kill-after=10 "$limit" "$@" >"$log" 2>&1 </dev/null || status=$?
  seconds=$((SECONDS - start))
}

# Why a step that did not succeed did not.
reason() {
  case $status in
    77) grep -m 1 "^skipped:" "$log" || echo "skipped" ;;
    124 | 137) echo "stopped after $seconds s; see $log" ;;
    *) echo "exit status $status; see $log" ;;
  esac
}

show_end_of_log() { tail -n "${1:-25}" "$log" | sed 's/^/    /'; }

find_tool() {
  local found
  found=$(command -v "$1" || true)
  [[ -n $found || ! -x /usr/local/cuda/bin/$1 ]] || found=/usr/local/cuda/bin/$1
  echo "$found"
}

run_tests() {
  local program=$build/tests/gpu/gpu_tests part
  if [[ ! -x $program ]]; then
    note tests failed "there is no $program; build it with: cmake --build $build --target gpu_tests"
    return
  fi
  # The parts that CTest runs, each in a process of its own, as CMake wrote them down.
  local parts
  if ! parts=$(cat "$(dirname "$program")/gpu_test_parts.txt"); then
    note tests failed "the list of parts beside $program is missing; configure the build folder again"
    return
  fi
  for part in $parts; do
    run "test.$part" 300 "$program" "[$part]"
    if [[ $status -eq 0 ]] && grep -q 'All tests passed' "$log"; then
      note "test $part" ok "$(grep 'All tests passed' "$log" | tail -n 1), $seconds s"
    else
      note "test $part" failed "$(reason)"
      [[ $status -eq 77 ]] || show_end_of_log
    fi
  done
}

run_sanitizer() {
  if [[ ! -x $tools/sanitize.sh ]]; then
    note sanitize failed "there is no $tools/sanitize.sh"
    return
  fi
  run sanitize 420 "$tools/sanitize.sh" --programs "$build" --logs "$logs/sanitize"
  show_end_of_log 60
  if [[ $status -eq 0 ]]; then
    note sanitize ok "$seconds s"
  else
    note sanitize failed "$(reason)"
  fi
}

# The first number behind a key of a program's --json output; empty when it is not there.
json_number() { sed -n "s/.*\"$1\": *\\(-\\{0,1\\}[0-9.eE+-]*\\).*/\\1/p" "$log" | head -n 1; }

measure_speed() {
  local version
  for version in "${versions[@]}"; do
    if [[ ! -x $build/$version ]]; then
      note "speed $version" failed "there is no $build/$version"
      continue
    fi
    run "speed.$version" 120 "$build/$version" --m "$size" --n "$size" --k "$size" --device gpu --json -
    local rate
    rate=$(json_number teraflops)
    if [[ $status -eq 0 && -n $rate ]]; then
      note "speed $version" ok \
        "$(printf '%.1f TFLOP/s, %.1f%% of cuBLAS (%.1f)' "$rate" "$(json_number percent_of_cublas)" "$(json_number cublas_teraflops)")"
    else
      note "speed $version" failed "$(reason)"
      show_end_of_log
    fi
  done
}

# The value of a metric in ncu's --csv output, in which every field is quoted and the last one is the value.
ncu_value() { grep -F "\"$1\"" "$log" | tail -n 1 | sed 's/.*,"\([^"]*\)"\r*$/\1/'; }

profile() {
  local ncu version metrics tensor
  ncu=$(find_tool ncu)
  if [[ -z $ncu ]]; then
    note profile failed "ncu was not found; it comes with the CUDA Toolkit or with Nsight Compute"
    return
  fi
  tensor=sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active
  metrics=$tensor,dram__throughput.avg.pct_of_peak_sustained_elapsed,lts__t_sector_hit_rate.pct
  metrics+=,sm__inst_executed_pipe_tensor_op_gmma.sum,gpu__time_duration.sum
  for version in v3 v4; do
    if [[ ! -x $build/$version ]]; then
      note "profile $version" failed "there is no $build/$version"
      continue
    fi
    # The clock is left alone, as in the timings; the first launch is passed over as a warm-up.
    run "profile.$version" 180 "$ncu" --clock-control none --kernel-name "regex:matmul_$version" --launch-skip 1 \
      --launch-count 1 --metrics "$metrics" --csv "$build/$version" --m "$size" --n "$size" --k "$size" --device gpu \
      --warmup 1 --iterations 2 --no-check
    local active
    active=$(ncu_value "$tensor")
    if [[ $status -eq 0 && $active =~ ^[0-9] ]]; then
      note "profile $version" ok "$(printf 'tensor pipe %s%%, DRAM %s%%, L2 hits %s%%' "$active" \
        "$(ncu_value dram__throughput.avg.pct_of_peak_sustained_elapsed)" "$(ncu_value lts__t_sector_hit_rate.pct)")"
    else
      note "profile $version" failed "$(reason)"
      show_end_of_log
    fi
  done
}

if command -v nvidia-smi >/dev/null; then
  nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,power.limit --format=csv,noheader || true
fi
if is_selected tests; then run_tests; fi
if is_selected sanitize; then run_sanitizer; fi
if is_selected speed; then measure_speed; fi
if is_selected profile; then profile; fi

[[ ${#table[@]} -gt 0 ]] || fail "nothing is left to run; --only '$only' and --skip '$skip' exclude each other"
echo
echo "== what came out =="
printf '%s\n' "${table[@]}"
if [[ $failures -gt 0 ]]; then
  echo "$failures failed; logs in $logs"
  exit 1
fi
echo "all passed; logs in $logs"
