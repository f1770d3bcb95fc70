#include "harness/statistics.hpp"

#include <algorithm>
#include <stdexcept>

namespace matmul {

Statistics summarize(std::vector<double> values) {
  if (values.empty()) {
    throw std::invalid_argument("no measurements to summarize");
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const bool is_even = values.size() % 2 == 0;
  const double median = is_even ? values[middle - 1] + (values[middle] - values[middle - 1]) / 2 : values[middle];
  return {.median = median, .min = values.front(), .max = values.back()};
}

}  // namespace matmul
