/// \file
/// What is reported of repeated measurements.
#pragma once

#include <vector>

namespace matmul {

/// The middle and the ends of a sample.
struct Statistics {
  double median;  ///< the mean of the two middle values when their number is even
  double min;     ///< the smallest value
  double max;     ///< the largest value
};

/// \param values in any order; at least one, all finite
/// \throws std::invalid_argument when there is none
Statistics summarize(std::vector<double> values);

/// 10^12 floating-point operations per second.
constexpr double teraflops(double flops, double milliseconds) { return flops / milliseconds * 1e-9; }

}  // namespace matmul
