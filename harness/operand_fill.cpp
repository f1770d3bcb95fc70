#include "harness/operand_fill.hpp"

#include <cmath>

namespace matmul {

std::string init_name(Init init) {
  switch (init) {
    case Init::uniform: return "uniform";
    case Init::normal: return "normal";
    case Init::integer: return "integer";
  }
  return "unknown";
}

MatrixFill::MatrixFill(Init init, std::uint64_t seed, Factor factor, std::int64_t k)
    : init_(init), key_(mix_bits(mix_bits(seed) + static_cast<std::uint64_t>(factor))), k_(k) {
  // Square roots are exact to the last bit on every machine; pow() is not.
  const double deviation = 1 / std::sqrt(std::sqrt(static_cast<double>(k)));
  switch (init) {
    case Init::uniform:
      // The odd integers of magnitude below 2^23, evenly distributed, deviate by 2^23 / sqrt(3).
      scale_ = static_cast<float>(deviation * std::sqrt(3.0) * 0x1p-23);
      break;
    case Init::normal:
      // Twelve integers of 16 bits deviate by 2^16 in sum.
      scale_ = static_cast<float>(deviation * 0x1p-16);
      break;
    case Init::integer:
      while ((largest_integer_ + 1) * (largest_integer_ + 1) * k <= largest_exact_sum) {
        ++largest_integer_;
      }
      if (factor == Factor::a) {
        run_length_ = (k + largest_exact_sum - 1) / largest_exact_sum;
      }
      break;
  }
}

void fill(HalfBits* matrix, std::int64_t rows, const MatrixFill& values) {
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < values.columns(); ++column) {
      matrix[row * values.columns() + column] = values.value(row, column);
    }
  }
}

}  // namespace matmul
