#include <algorithm>

#include "bench/operand_count.hpp"

namespace matmul {

std::int64_t operand_bytes(const Problem& problem) {
  constexpr std::int64_t element_bytes = sizeof(HalfBits);
  return element_bytes * (problem.m * problem.k + problem.n * problem.k + problem.m * problem.n);
}

int sets_beyond_l2(const Problem& problem, std::int64_t l2_bytes, int most) {
  return static_cast<int>(std::clamp<std::int64_t>(2 * l2_bytes / operand_bytes(problem) + 1, 1, most));
}

int launches_in_batch(double launch_ms, double batch_ms, int sets, int most) {
  const double wanted = std::clamp(batch_ms / launch_ms, 1.0, static_cast<double>(most));
  const int rounds_of_sets = (static_cast<int>(wanted) + sets - 1) / sets;
  return std::min(rounds_of_sets * sets, most / sets * sets);
}

}  // namespace matmul
