#!/usr/bin/env bash
# The whole recorded set of measurements, from a build folder that may have been made on another machine.
set -uo pipefail

usage() {
  cat <<'TEXT'
usage: tools/gpu_bench.sh BUILD_FOLDER [--only "PART..."] [--skip "PART..."] [--out FOLDER] [--commit TEXT] [--quick]
                          [--repeat] [--pause SECONDS]

Runs the parts below on a Hopper GPU and ends with a table of what came out; about three minutes in all. Needs neither
CMake nor nvcc, and of Python the standard library. Exits 1 if anything failed, 2 for a bad command line.

  tutorial    the shapes of the published tutorial, all versions                   tutorial.json
  sustained   8192 cubed under continuous load, at the power limit                 sustained.json
  sweep       cubes from 512 to 16384                                              sweep.json
  llm         linear layers of Llama 3                                             llm.json
  profiles    ncu on each version and on cuBLAS, at 8192 cubed                     profiles.json
  ablations   every configuration at 8192 cubed, and the verdicts on the claims    ablations.json

  --only "..."     run these parts alone
  --skip "..."     leave these parts out
  --out FOLDER     gets the files; $OUT if that is set, else BUILD_FOLDER/gpu_bench
  --commit TEXT    of the project, as recorded; HOPPER_COMMIT if that is set, else the checkout's
  --quick          few rounds and small sweeps, to see that everything runs; nothing to record
  --repeat         instead of the parts: 8192 cubed twice, and whether the ratios agree within 2%
  --pause SECONDS  between the two runs of --repeat; 60 unless given
TEXT
}

fail() {
  echo "gpu_bench.sh: $1" >&2
  exit 2
}

all_parts=(tutorial sustained sweep llm profiles ablations)
check_parts() {
  local part
  for part in $1; do
    [[ " ${all_parts[*]} " == *" $part "* ]] || fail "there is no part '$part'; there are: ${all_parts[*]}"
  done
}

build=""
out=${OUT:-}
commit=${HOPPER_COMMIT:-}
only="${all_parts[*]}"
skip=""
quick=no
repeat=no
pause=60
while [[ $# -gt 0 ]]; do
  case "$1" in
    --help | -h)
      usage
      exit 0
      ;;
    --quick)
      quick=yes
      shift
      ;;
    --repeat)
      repeat=yes
      shift
      ;;
    --only | --skip | --out | --commit | --pause)
      [[ $# -ge 2 ]] || fail "$1 needs a value; see --help"
      case "$1" in
        --only) only=$2 ;;
        --skip) skip=$2 ;;
        --out) out=$2 ;;
        --commit) commit=$2 ;;
        --pause) pause=$2 ;;
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
[[ -x $build/bench_matmul ]] || fail "there is no program $build/bench_matmul; build it with: cmake --build $build --target bench_matmul"
[[ $pause =~ ^[0-9]+$ ]] || fail "--pause is '$pause', but must be a number of seconds"
check_parts "$only"
check_parts "$skip"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$build" && pwd)
out=${out:-$build/gpu_bench}
mkdir -p "$out" || fail "--out is '$out', but that folder can't be made"
if [[ -z $commit ]]; then
  commit=$(git -C "$root" describe --always --abbrev=12 --exclude='*' --dirty=-modified 2>/dev/null || true)
fi
if [[ -n $commit ]]; then
  export HOPPER_COMMIT=$commit # else the programs record what was known when the build was configured
fi
table=()
failures=0

is_selected() { [[ " $only " == *" $1 "* && " $skip " != *" $1 "* ]]; }

# Runs a step for at most `limit` seconds, and adds it to the table.
step() {
  local name=$1 limit=$2 start=$SECONDS status=0
  shift 2
  echo "== $name =="
  # The pipe ends before the next line, so that the file is whole when it is read or removed.
  { timeout --kill-after=10 "$limit" "$@" </dev/null 2>&1 >&3 | tee "$out/$name.progress" >&2; } 3>&1 || status=$?
  local line
  if [[ $status -eq 0 ]]; then
    line=$(printf '%-12s ok      %s s' "$name" $((SECONDS - start)))
    rm -f "$out/$name.progress"
  else
    failures=$((failures + 1))
    line=$(printf '%-12s FAILED  exit status %s after %s s' "$name" "$status" $((SECONDS - start)))
    tail -n 5 "$out/$name.progress" | sed 's/^/    /'
  fi
  table+=("$line")
}

# Runs bench_matmul, which exits with 3 where there is no Hopper GPU.
bench() {
  local name=$1 limit=$2
  shift 2
  rm -f "$out/$name.json"
  step "$name" "$limit" "$build/bench_matmul" "$@" --json "$out/$name.json"
}

finish() {
  echo
  echo "== what came out =="
  printf '%s\n' "${table[@]}"
  if [[ $failures -gt 0 ]]; then
    echo "$failures failed"
    exit 1
  fi
  echo "all ran; files in $out"
}

rounds=(--rounds 15)
many_rows=(--rounds 9)
sustained=(--batch-ms 200 --pause-ms 0)
sweep=(--shapes sweep --pause-ms 25)
llm=(--shapes llm --pause-ms 25)
if [[ $quick == yes ]]; then
  rounds=(--rounds 3 --warmup-ms 50 --batch-ms 2 --pause-ms 5)
  many_rows=("${rounds[@]}")
  sustained=(--rounds 3 --warmup-ms 50 --batch-ms 2 --pause-ms 0)
  sweep=(--shapes "512x512x512,1024x1024x1024")
  llm=(--shapes 64x14336x4096)
fi

if [[ $repeat == yes ]]; then
  bench repeat-1 120 --shapes 8192x8192x8192 "${rounds[@]}"
  echo "waiting for $pause s"
  sleep "$pause"
  bench repeat-2 120 --shapes 8192x8192x8192 "${rounds[@]}"
  step agreement 60 python3 "$root/bench/compare_runs.py" "$out/repeat-1.json" "$out/repeat-2.json"
  finish
  exit 0
fi

if is_selected tutorial; then bench tutorial 120 --shapes tutorial "${rounds[@]}"; fi
if is_selected sustained; then
  bench sustained 120 --shapes 8192x8192x8192 "${sustained[@]}"
fi
if is_selected sweep; then bench sweep 180 "${sweep[@]}" "${many_rows[@]}"; fi
if is_selected llm; then bench llm 150 "${llm[@]}" "${many_rows[@]}"; fi
if is_selected profiles; then
  rm -f "$out/profiles.json"
  step profiles 300 python3 "$root/bench/profile.py" --build "$build" --json "$out/profiles.json"
fi
if is_selected ablations; then
  bench ablations 180 --shapes ablations "${many_rows[@]}"
  profiles=()
  if [[ -s $out/profiles.json ]]; then profiles=(--profiles "$out/profiles.json"); fi
  if [[ -s $out/ablations.json ]]; then
    step verdicts 60 python3 "$root/bench/show.py" "$out/ablations.json" "${profiles[@]}"
  fi
fi

[[ ${#table[@]} -gt 0 ]] || fail "nothing is left to run; --only '$only' and --skip '$skip' exclude each other"
finish
