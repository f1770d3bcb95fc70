#!/usr/bin/env bash
# Checks that every C++ and CUDA source file is formatted as .clang-format says.
set -euo pipefail

required=14 # other versions format some lines differently
pinned=clang-format==14.0.6

if [[ ${1:-} == --help ]]; then
  echo "usage: tools/lint.sh [--fix]"
  echo "Checks the format of all .hpp, .cpp, .cuh and .cu files with clang-format $required; --fix corrects it."
  echo "Where clang-format $required is not installed, the one of PyPI is put into build/lint-environment."
  exit 0
fi
mode=(--dry-run --Werror)
if [[ ${1:-} == --fix ]]; then
  mode=(-i)
elif [[ $# -gt 0 ]]; then
  echo "lint.sh: unknown option '$1'; it takes --fix and --help" >&2
  exit 2
fi

cd "$(dirname "${BASH_SOURCE[0]}")/.."
environment=${HOPPER_LINT_ENVIRONMENT:-build/lint-environment}
formatter=""
for candidate in "clang-format-$required" clang-format "$environment/bin/clang-format"; do
  if [[ $("$candidate" --version 2>/dev/null) =~ version\ $required\. ]]; then
    formatter=$candidate
    break
  fi
done
if [[ -z $formatter ]]; then
  echo "lint.sh: no clang-format $required is installed; putting $pinned into $environment"
  if ! { python3 -m venv --clear "$environment" && "$environment/bin/pip" install --quiet --disable-pip-version-check "$pinned"; }; then
    echo "lint.sh: clang-format $required is not here and could not be downloaded (the messages stand above);" \
      "./setup.sh --lint installs it, or what downloading it needs" >&2
    exit 2
  fi
  formatter=$environment/bin/clang-format
fi

patterns=('*.hpp' '*.cpp' '*.cuh' '*.cu')
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  mapfile -d '' -t files < <(git ls-files -z --cached --others --exclude-standard --deduplicate -- "${patterns[@]}")
else
  mapfile -d '' -t files < <(find . \( -path './build*' -o -path './.*' \) -prune -o -type f \
    \( -name '*.hpp' -o -name '*.cpp' -o -name '*.cuh' -o -name '*.cu' \) -print0)
fi
existing=()
for file in "${files[@]}"; do
  [[ ! -f $file ]] || existing+=("$file") # a file deleted but not yet committed is still listed
done
if [[ ${#existing[@]} -eq 0 ]]; then
  echo "lint.sh: no source files found" >&2
  exit 2
fi
if ! "$formatter" "${mode[@]}" "${existing[@]}"; then
  echo "lint.sh: some files are not formatted; tools/lint.sh --fix formats them" >&2
  exit 1
fi
echo "lint.sh: ${#existing[@]} files are formatted"
