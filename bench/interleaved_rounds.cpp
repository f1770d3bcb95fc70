#include "bench/interleaved_rounds.hpp"

#include <algorithm>
#include <random>

namespace matmul {

std::vector<std::vector<double>> measure_interleaved(std::size_t count, int rounds, std::uint64_t seed,
                                                     const Measure& measure) {
  std::vector<std::size_t> order(count * static_cast<std::size_t>(rounds));
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i % count;
  }
  std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
  std::vector<std::vector<double>> milliseconds(count);
  for (const std::size_t index : order) {
    milliseconds[index].push_back(measure(index));
  }
  return milliseconds;
}

}  // namespace matmul
