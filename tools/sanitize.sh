#!/usr/bin/env bash
# Runs every version under every tool of compute-sanitizer, on a GPU, and prints what each found.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: tools/sanitize.sh [--programs FOLDER] [--versions "v1 v2 ..."] [--tools "memcheck ..."]
                         [--sanitizer PROGRAM] [--logs FOLDER]

Runs compute-sanitizer on small ragged problems and prints a table: clean, or how many errors, or how it failed.
Exits 1 unless everything is clean.

  --programs FOLDER    where v1 ... v4 are; the project's folder unless given
  --versions "..."     which to run; "v1 v2 v3 v4" unless given
  --tools "..."        which tools; "memcheck racecheck synccheck initcheck" unless given
  --sanitizer PROGRAM  compute-sanitizer; looked for on the PATH and in /usr/local/cuda/bin unless given
  --logs FOLDER        keep each run's full output there
TEXT
}

fail() {
  echo "sanitize.sh: $1" >&2
  exit 2
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
programs=$root
versions=(v1 v2 v3 v4)
tools=(memcheck racecheck synccheck initcheck)
sanitizer=""
logs=""
while [[ $# -gt 0 ]]; do
  case "$1" in
    --help | -h)
      usage
      exit 0
      ;;
    --programs | --versions | --tools | --sanitizer | --logs)
      [[ $# -ge 2 ]] || fail "$1 needs a value; see --help"
      case "$1" in
        --programs) programs=$2 ;;
        --versions) read -ra versions <<<"$2" ;;
        --tools) read -ra tools <<<"$2" ;;
        --sanitizer) sanitizer=$2 ;;
        --logs) logs=$2 ;;
      esac
      shift 2
      ;;
    *) fail "unknown option '$1'; see --help" ;;
  esac
done
[[ ${#versions[@]} -gt 0 && ${#tools[@]} -gt 0 ]] || fail "--versions and --tools need at least one name"
for tool in "${tools[@]}"; do
  case "$tool" in
    memcheck | racecheck | synccheck | initcheck) ;;
    *) fail "unknown tool '$tool'; there are memcheck, racecheck, synccheck and initcheck" ;;
  esac
done

if [[ -z $sanitizer ]]; then
  sanitizer=$(command -v compute-sanitizer || true)
  [[ -n $sanitizer || ! -x /usr/local/cuda/bin/compute-sanitizer ]] || sanitizer=/usr/local/cuda/bin/compute-sanitizer
fi
[[ -n $sanitizer ]] && command -v "$sanitizer" >/dev/null ||
  fail "compute-sanitizer was not found; it comes with the CUDA Toolkit; put it on the PATH or name it with --sanitizer"
for version in "${versions[@]}"; do
  [[ -x $programs/$version ]] || fail "there is no program $programs/$version; build it with: make $version"
done

if [[ -z $logs ]]; then
  logs=$(mktemp -d)
  trap 'rm -rf "$logs"' EXIT
fi
mkdir -p "$logs"

# Without the check and without timed iterations only the version's own kernel runs: cuBLAS is not what is examined.
problem=(--m 200 --n 264 --k 136 --iterations 0 --no-check --device gpu)

# What a finished run's output says: "clean", "N errors", or how it failed.
verdict() {
  local log=$1 status=$2 errors
  errors=$(sed -n 's/.*ERROR SUMMARY: \([0-9]*\) error.*/\1/p; s/.*RACECHECK SUMMARY: \([0-9]*\) hazard.*/\1/p' "$log" | tail -n 1)
  if [[ -z $errors ]]; then
    echo "failed ($status)"
  elif [[ $errors -ne 0 ]]; then
    echo "$errors errors"
  elif [[ $status -ne 0 ]]; then
    echo "failed ($status)"
  else
    echo "clean"
  fi
}

echo "compute-sanitizer on ${problem[*]}"
printf '%-10s' tool
printf ' %-12s' "${versions[@]}"
printf '\n'
unclean=()
for tool in "${tools[@]}"; do
  printf '%-10s' "$tool"
  for version in "${versions[@]}"; do
    log=$logs/$tool.$version.log
    status=0
    "$sanitizer" --tool "$tool" --error-exitcode 99 "$programs/$version" "${problem[@]}" >"$log" 2>&1 </dev/null || status=$?
    result=$(verdict "$log" "$status")
    printf ' %-12s' "$result"
    [[ $result == clean ]] || unclean+=("$log")
  done
  printf '\n'
done

for log in "${unclean[@]}"; do
  echo
  echo "--- $(basename "$log" .log), the first 40 lines:"
  head -n 40 "$log"
done
if [[ ${#unclean[@]} -gt 0 ]]; then
  exit 1
fi
echo "all clean"
