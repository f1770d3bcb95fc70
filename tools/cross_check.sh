#!/usr/bin/env bash
# Compiles V4 and the labs for 64-bit ARM, without CUDA, and runs both under qemu-user where it is installed.
set -euo pipefail

if [[ ${1:-} == --help ]]; then
  echo "usage: tools/cross_check.sh [BUILD_FOLDER]"
  echo "Compiles v4 and lab for 64-bit ARM in BUILD_FOLDER (build-aarch64 unless named) and runs both under qemu-aarch64."
  echo "Installs nothing: on Debian ./setup.sh --cross does."
  exit 0
fi
fail() {
  echo "cross_check.sh: $1" >&2
  exit "${2:-2}"
}
[[ $# -le 1 && ${1:-} != -* ]] || fail "it takes the build folder alone, or --help, but got '$*'"

build=$(realpath -m "${1:-build-aarch64}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v aarch64-linux-gnu-g++ >/dev/null || fail "aarch64-linux-gnu-g++ is missing; on Debian ./setup.sh --cross installs it"
generator=()
! command -v ninja >/dev/null || generator=(-G Ninja)
if [[ ! -f $build/CMakeCache.txt ]]; then
  cmake -S . -B "$build" "${generator[@]}" -DHOPPER_CUDA=OFF -DHOPPER_TESTS=OFF \
    "-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/toolchains/aarch64-linux-gnu.cmake" ||
    fail "this can't be configured for 64-bit ARM; where a library is missing, on Debian ./setup.sh --cross installs it"
fi
cmake --build "$build" --parallel "$(nproc)" --target v4 lab

if ! command -v qemu-aarch64 >/dev/null; then
  echo "cross_check.sh: v4 and lab compile for 64-bit ARM; not run, because qemu-aarch64 is missing (./setup.sh --cross)"
  exit 0
fi
run=(timeout 120 qemu-aarch64 -L /usr/aarch64-linux-gnu)
# On one thread: Debian 12's qemu-user hangs as soon as a program has two.
"${run[@]}" "$build/v4" --device cpu --threads 1 --m 128 --n 256 --k 192 || fail "v4 for 64-bit ARM ended with exit code $?" 1
status=0
found=$("${run[@]}" "$build/lab" early_release --device cpu) || status=$?
[[ $status -eq 1 || $status -eq 0 ]] || fail "lab for 64-bit ARM ended with exit code $status" 1
grep -q "hazard .unordered-access." <<<"$found" || fail "lab for 64-bit ARM does not find the fault of early_release" 1
echo "cross_check.sh: v4 and lab compile for 64-bit ARM, v4 multiplies right, and lab finds the fault of early_release"
