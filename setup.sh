#!/usr/bin/env bash
# Installs what the project needs to build and test, and nothing that is already there.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: ./setup.sh [--docs] [--lint] [--clang] [--cross] [--help]

Installs, from the distribution's packages, what building and testing needs and this machine lacks.
Runs on Debian 12, Debian 13, Ubuntu 24.04 and what derives from them, as root or through sudo. Asks nothing; run it
again whenever you like.

  --docs   also install what the documentation is built with
  --lint   also install what 'make lint' checks the format with
  --clang  also install the second compiler that the tests are built with before a change is accepted
  --cross  also install what tools/cross_check.sh builds and runs programs for 64-bit ARM with (Debian alone)
  --help   show this text

The CUDA Toolkit is not installed: without it everything runs in the CPU emulator.
TEXT
}

say() { echo "setup.sh: $1"; }
fail() {
  say "$1" >&2
  exit 2
}

wanted=" "
for option in "$@"; do
  case "$option" in
    --docs | --lint | --clang | --cross) wanted+="${option#--} " ;;
    --help | -h)
      usage
      exit 0
      ;;
    *) fail "unknown option '$option'; it takes --docs, --lint, --clang, --cross and --help" ;;
  esac
done

# What the programs need, and what only the tests do: without the latter the tests are left out of the build.
program_packages=(g++ make cmake ninja-build binutils libfmt-dev nlohmann-json3-dev libcli11-dev libboost-context-dev)
test_packages=(python3 catch2)

elsewhere() { # the same under the names of other distributions
  case " $1 " in
    *" fedora "* | *" rhel "*)
      echo "sudo dnf install gcc-c++ make cmake ninja-build binutils fmt-devel json-devel cli11-devel boost-devel python3 catch-devel"
      ;;
    *" arch "*)
      echo "sudo pacman -S --needed gcc make cmake ninja binutils fmt nlohmann-json cli11 boost python catch2"
      ;;
    *) echo "${program_packages[*]} ${test_packages[*]} (Debian's names)" ;;
  esac
}

os_release=${OS_RELEASE_FILE:-/etc/os-release}
[[ -r $os_release ]] || fail "$os_release can't be read, so this is neither Debian nor Ubuntu; install these or their like yourself, then go on with 'make v4': $(elsewhere unknown)"
# shellcheck source=/dev/null
distribution=$(. "$os_release" && echo "${ID:-unknown} ${VERSION_ID:-unknown}")
# shellcheck source=/dev/null
family=$(. "$os_release" && echo "${ID:-} ${ID_LIKE:-}")
formatter=clang-format-14
docs_packages=(doxygen python3-venv python3-pip chromium)
case "$distribution" in
  "debian 12") ;;
  "debian 13") formatter=python3-venv ;; # it has no clang-format 14: tools/lint.sh takes PyPI's
  "ubuntu 24.04") docs_packages=(doxygen python3-venv python3-pip) ;; # its chromium is a snap, which containers can't install
  *)
    if [[ ! " $family " =~ " debian " && ! " $family " =~ " ubuntu " ]]; then
      fail "this is '$distribution', and it installs packages of Debian, Ubuntu and what derives from them alone; install these yourself, then go on with 'make v4': $(elsewhere "$family")"
    fi
    say "'$distribution' was not tried, but is like Debian or Ubuntu: installing the packages of these names"
    formatter=python3-venv
    docs_packages=(doxygen python3-venv python3-pip)
    ;;
esac

missing_of() {
  local package architecture
  for package in "$@"; do
    architecture=$(dpkg --print-architecture)
    [[ $package != *:* ]] || architecture=${package#*:}
    dpkg-query -W -f '${Architecture} ${db:Status-Status}\n' "${package%:*}" 2>/dev/null |
      grep -qxE "($architecture|all) installed" || echo "$package"
  done
}
mapfile -t missing < <(missing_of "${program_packages[@]}")
mapfile -t missing_extras < <(
  missing_of "${test_packages[@]}"
  [[ $wanted != *" docs "* ]] || missing_of "${docs_packages[@]}"
  [[ $wanted != *" lint "* ]] || missing_of "$formatter"
  [[ $wanted != *" clang "* ]] || missing_of clang
)
if [[ $wanted == *" cross "* ]]; then
  [[ $distribution == debian* ]] || fail "--cross takes Debian's packages for 64-bit ARM, but this is '$distribution'"
  mapfile -t -O "${#missing_extras[@]}" missing_extras < <(
    missing_of g++-aarch64-linux-gnu qemu-user libfmt-dev:arm64 libboost-context-dev:arm64)
fi

as_root=()
if [[ $EUID -ne 0 ]]; then
  as_root=(sudo)
  [[ -t 0 ]] || as_root+=(-n) # nobody is there to type a password
fi
if [[ ${#missing[@]} -eq 0 && ${#missing_extras[@]} -eq 0 ]]; then
  say "all packages are there already; nothing to install"
elif [[ ${#as_root[@]} -gt 0 ]] && ! "${as_root[@]}" true 2>/dev/null; then
  [[ ${#missing_extras[@]} -eq 0 ]] ||
    say "not installed, because it needs root or sudo: ${missing_extras[*]}; the programs are built without them, and the tests or checks that need them are left out" >&2
  [[ ${#missing[@]} -eq 0 ]] ||
    fail "the programs can't be built without these packages, and installing them needs root or sudo: ${missing[*]}"
else
  missing+=("${missing_extras[@]}")
  say "installing ${missing[*]}"
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  [[ $wanted != *" cross "* ]] || "${as_root[@]}" dpkg --add-architecture arm64
  "${apt[@]}" update </dev/null
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null ||
    fail "apt-get could not install all of them; its messages stand above"
  say "installed ${missing[*]}"
fi

# CMake chooses the CUDA compiler, and says here what it will find.
cmake -P "$(dirname "${BASH_SOURCE[0]}")/cmake/Cuda.cmake" 2>&1 | while read -r line; do say "$line"; done
