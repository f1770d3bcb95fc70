/// \file
/// What A and B are filled with: a function of the seed and the position, the same on a GPU and on a CPU.
#pragma once

#include <cstdint>
#include <string>

#include "half_bits.hpp"
#include "problem.hpp"

namespace matmul {

/// The kinds of operand values.
enum class Init {
  uniform,  ///< evenly distributed around zero
  normal,   ///< bell-shaped around zero: a sum of twelve uniform values (Irwin-Hall), within 6 standard deviations
  integer,  ///< small integers whose products sum to an integer that fp16 holds exactly
};

/// "uniform", "normal" or "integer".
std::string init_name(Init init);

/// One of the two factors.
enum class Factor : std::uint64_t { a, b };

/// A sum of integers of at most this magnitude is exact in fp16, and so is every partial sum in fp32.
inline constexpr std::int64_t largest_exact_sum = 2048;

/// A bijective mix of 64 bits in which every input bit reaches every output bit (the finaliser of SplitMix64; Steele,
/// Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
constexpr std::uint64_t mix_bits(std::uint64_t bits) {
  bits += 0x9E37'79B9'7F4A'7C15;
  bits = (bits ^ bits >> 30) * 0xBF58'476D'1CE4'E5B9;
  bits = (bits ^ bits >> 27) * 0x94D0'49BB'1331'11EB;
  return bits ^ bits >> 31;
}

/// The values of one factor, whose rows are `k` long.
///
/// Uniform and normal values have a standard deviation of k^(-1/4), so that the elements of C have one of 1 whatever k
/// is. Integer values lie in [-r, r] with r^2 * k <= 2048; where k exceeds 2048, r is 1 and A has but one nonzero in
/// each run of ceil(k / 2048) columns, at a random place, so that no sum can exceed 2048 in magnitude.
class MatrixFill {
 public:
  /// \param init the kind of values
  /// \param seed selects one of 2^64 fillings
  /// \param factor the matrix; A and B get unrelated values
  /// \param k its columns, at least 1
  MatrixFill(Init init, std::uint64_t seed, Factor factor, std::int64_t k);

  /// The number of columns.
  constexpr std::int64_t columns() const { return k_; }

  /// The element at a position. Pure integer arithmetic, one fp32 multiplication and one rounding, so that host and
  /// device agree in every bit.
  constexpr HalfBits value(std::int64_t row, std::int64_t column) const {
    const std::uint64_t random = random_bits(row * k_ + column);
    switch (init_) {
      case Init::uniform: {
        const auto odd = 2 * static_cast<std::int32_t>(random >> 41) + 1 - (1 << 23);  // symmetric, never zero
        return half_from_float(static_cast<float>(odd) * scale_);
      }
      case Init::normal: {
        std::int32_t sum = -12 * 65535 / 2;
        for (std::uint64_t draw = 0, bits = random; draw < 3; bits = mix_bits(bits + ++draw)) {
          for (int shift = 0; shift < 64; shift += 16) {
            sum += static_cast<std::int32_t>(bits >> shift & 0xFFFF);
          }
        }
        return half_from_float(static_cast<float>(sum) * scale_);
      }
      case Init::integer: {
        if (run_length_ > 1 && column % run_length_ != nonzero_of_run(row, column / run_length_)) {
          return 0;
        }
        const auto span = static_cast<std::uint64_t>(2 * largest_integer_ + 1);
        const auto integer = static_cast<std::int32_t>((random >> 32) % span) - largest_integer_;
        return half_from_float(static_cast<float>(integer));
      }
    }
    return poison_bits;
  }

 private:
  constexpr std::uint64_t random_bits(std::int64_t counter) const {
    return mix_bits(key_ ^ mix_bits(static_cast<std::uint64_t>(counter)));
  }
  constexpr std::int64_t nonzero_of_run(std::int64_t row, std::int64_t run) const {
    // Counters below zero are those that no element uses.
    return static_cast<std::int64_t>((random_bits(-1 - (row * k_ + run)) >> 32) %
                                     static_cast<std::uint64_t>(run_length_));
  }

  Init init_;
  std::uint64_t key_;
  std::int64_t k_;
  float scale_ = 1;                   // of uniform and normal values
  std::int32_t largest_integer_ = 1;  // the r of integer values
  std::int64_t run_length_ = 1;       // columns that share one nonzero
};

/// Fills a matrix of `rows` rows in host memory.
void fill(HalfBits* matrix, std::int64_t rows, const MatrixFill& values);

}  // namespace matmul
