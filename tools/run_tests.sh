#!/usr/bin/env bash
# Runs the tests of a build folder and says how many ran, failed and were skipped, and why the skipped ones were.
set -euo pipefail

if [[ $# -lt 1 || $1 == --help ]]; then
  echo "usage: tools/run_tests.sh BUILD_FOLDER [CTEST_OPTION...]"
  echo "Example: tools/run_tests.sh build -L cpu -R pipeline"
  [[ ${1:-} == --help ]] && exit 0 || exit 2
fi
build=$1
shift
if [[ ! -f $build/CTestTestfile.cmake ]]; then
  echo "run_tests.sh: '$build' is no build folder with tests; make one with: cmake -B $build && cmake --build $build" >&2
  exit 2
fi

results=$(realpath "$build")/test_results.xml
rm -f "$results"
status=0
ctest --test-dir "$build" --output-on-failure --no-tests=error --output-junit "$results" "$@" || status=$?

if [[ -f $results ]]; then
  python3 "$(dirname "${BASH_SOURCE[0]}")/summarize_tests.py" "$results"
fi
exit "$status"
