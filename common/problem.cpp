#include "problem.hpp"

#include <fmt/format.h>

#include "errors.hpp"

namespace matmul {
namespace {

void check_extent(const char* name, std::int64_t value) {
  if (value < 1) {
    throw InvalidInput(fmt::format("{} is {}, but must be at least 1", name, value));
  }
  if (value > largest_extent) {
    throw InvalidInput(
        fmt::format("{} is {}, but must be at most {}: TMA's coordinates are 32-bit", name, value, largest_extent));
  }
}

void check_address(const char* name, const HalfBits* matrix) {
  const auto address = reinterpret_cast<std::uintptr_t>(matrix);
  if (address == 0) {
    throw InvalidInput(fmt::format("{} is null, but must point to its matrix", name));
  }
  if (address % 16 != 0) {
    throw InvalidInput(fmt::format("{} is at address {:#x}, but must start at a multiple of 16 bytes", name, address));
  }
}

}  // namespace

void validate(const Problem& problem) {
  check_extent("m", problem.m);
  check_extent("n", problem.n);
  check_extent("k", problem.k);
  if (problem.k % 8 != 0) {
    const std::int64_t above = problem.k / 8 * 8 + 8;
    const std::int64_t below = problem.k / 8 * 8;
    throw InvalidInput(fmt::format(
        "k is {}, but must be a multiple of 8: TMA needs rows of A and B to start 16 bytes apart or a multiple of it; "
        "{}{} would do",
        problem.k, below > 0 ? fmt::format("{} or ", below) : "", above));
  }
}

void validate(const Operands& operands) {
  validate(operands.problem);
  check_address("A", operands.a);
  check_address("B", operands.b);
  check_address("C", operands.c);
}

}  // namespace matmul
