#!/usr/bin/env bash
# Installs what the project needs to build and test, and nothing that is already there.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: ./setup.sh [--docs] [--help]

Installs, from the distribution's packages, what building and testing needs and this machine lacks.
Runs on Debian 12, Debian 13 and Ubuntu 24.04, as root or through sudo. Asks nothing; run it again whenever you like.

  --docs   also install what the documentation is built with
  --help   show this text

The CUDA Toolkit is not installed: without it everything runs in the CPU emulator.
TEXT
}

fail() {
  echo "setup.sh: $1" >&2
  exit 2
}

with_docs=no
for option in "$@"; do
  case "$option" in
    --docs) with_docs=yes ;;
    --help | -h)
      usage
      exit 0
      ;;
    *) fail "unknown option '$option'; it takes --docs and --help" ;;
  esac
done

packages=(g++ make cmake ninja-build python3 libfmt-dev nlohmann-json3-dev libcli11-dev
  libboost-context-dev catch2 libbenchmark-dev)
docs_packages=(doxygen python3-venv python3-pip)

os_release=${OS_RELEASE_FILE:-/etc/os-release}
[[ -r $os_release ]] || fail "$os_release can't be read, so this is neither Debian nor Ubuntu; install these or their like yourself: ${packages[*]}"
# shellcheck source=/dev/null
distribution=$(. "$os_release" && echo "${ID:-unknown} ${VERSION_ID:-unknown}")
case "$distribution" in
  "debian 12")
    packages+=(clang-format-14)
    docs_packages+=(chromium)
    ;;
  "debian 13") docs_packages+=(chromium) ;; # it has no clang-format 14, which `make lint` alone needs
  "ubuntu 24.04") packages+=(clang-format-14) ;; # its chromium is a snap, which containers can't install
  *) fail "this is '$distribution', but Debian 12, Debian 13 or Ubuntu 24.04 is needed; elsewhere install these or their like yourself: ${packages[*]}" ;;
esac
if [[ $with_docs == yes ]]; then
  packages+=("${docs_packages[@]}")
fi

missing=()
for package in "${packages[@]}"; do
  if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
    missing+=("$package")
  fi
done

as_root=()
if [[ ${#missing[@]} -gt 0 && $EUID -ne 0 ]]; then
  command -v sudo >/dev/null || fail "these packages are missing and installing them needs root or sudo: ${missing[*]}"
  as_root=(sudo)
  [[ -t 0 ]] || as_root+=(-n) # nobody is there to type a password
fi

if [[ ${#missing[@]} -eq 0 ]]; then
  echo "setup.sh: all ${#packages[@]} packages are there already; nothing to install"
else
  echo "setup.sh: installing ${missing[*]}"
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update </dev/null
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null
  echo "setup.sh: installed ${missing[*]}"
fi

nvcc=$(command -v nvcc || true)
if [[ -z $nvcc && -x /usr/local/cuda/bin/nvcc ]]; then
  nvcc=/usr/local/cuda/bin/nvcc
fi
if [[ -n $nvcc ]]; then
  release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  echo "setup.sh: found nvcc of CUDA $release at $nvcc: device code is built too; running it needs a Hopper GPU (H100, H200)"
else
  echo "setup.sh: found no nvcc: the programs run in the CPU emulator; for a GPU install the CUDA Toolkit, 12.5 or newer"
fi
