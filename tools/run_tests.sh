#!/usr/bin/env bash
# Runs the tests of a build folder and says how many ran, failed and were skipped, and why the skipped ones were.
set -euo pipefail

usage() {
  echo "usage: tools/run_tests.sh BUILD_FOLDER [--allow-skips FILE] [CTEST_OPTION...]"
  echo "Example: tools/run_tests.sh build -L cpu -R pipeline"
  echo "With --allow-skips a test that is skipped and not listed in FILE is a failure; tools/summarize_tests.py says how."
}

if [[ ${1:-} == --help ]]; then
  usage
  exit 0
fi
if [[ $# -lt 1 ]]; then
  usage >&2
  exit 2
fi
build=$1
shift
if [[ ! -f $build/CTestTestfile.cmake ]]; then
  echo "run_tests.sh: '$build' is no build folder with tests; make one with: cmake -B $build && cmake --build $build" >&2
  exit 2
fi
summary_options=()
ctest_options=()
while [[ $# -gt 0 ]]; do
  if [[ $1 != --allow-skips ]]; then
    ctest_options+=("$1")
    shift
    continue
  fi
  if [[ ! -r ${2:-} ]]; then
    echo "run_tests.sh: --allow-skips takes a file that can be read, not '${2:-}'" >&2
    exit 2
  fi
  summary_options=(--allow-skips "$2")
  shift 2
done

results=$(realpath "$build")/test_results.xml
rm -f "$results"
status=0
# A test that hangs ends after two hours; none that is merely slow on a busy machine does.
ctest --test-dir "$build" --output-on-failure --no-tests=error --timeout 7200 --output-junit "$results" "${ctest_options[@]}" || status=$?

if [[ -f $results ]]; then
  python3 "$(dirname "${BASH_SOURCE[0]}")/summarize_tests.py" "$results" "${summary_options[@]}" || status=$?
fi
exit "$status"
