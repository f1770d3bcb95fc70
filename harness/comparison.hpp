/// \file
/// When a result counts as right, and what became of a comparison.
#pragma once

#include <cstdint>
#include <limits>

#include "harness/operand_fill.hpp"

namespace matmul {

/// How far an element may lie from its reference: absolute + relative * |reference|.
struct Tolerance {
  double relative;  ///< of the reference's magnitude
  double absolute;  ///< added to that

  /// Whether `value` will do for `reference`; never when either is NaN or infinite.
  constexpr bool allows(double value, double reference) const {
    const double magnitude = reference < 0 ? -reference : reference;
    const double difference = value < reference ? reference - value : value - reference;
    return magnitude <= largest && difference <= absolute + relative * magnitude;  // false for every NaN
  }

 private:
  static constexpr double largest = std::numeric_limits<double>::max();
};

/// The tolerance for operands filled by MatrixFill.
///
/// Integers: 0, both sums are exact. Else both results are fp32 sums of the same exact products, rounded to fp16:
///  - relative 2 * 2^-11: each of the two roundings to fp16 moves its sum by at most half a unit in the last place;
///  - absolute (k + 64) * 2^-22: each of the k additions of each of the two sums may lose 2^-23 (tensor cores truncate
///    rather than round) of a partial sum whose standard deviation is at most 1, that of C; the 64 makes room for the
///    partial sums of several standard deviations that a short sum can't average out. For k = 8192 that is 0.002, while
///    leaving out a K-tile of 64 would move C by 0.09 and one product by 0.01, each as a standard deviation.
Tolerance tolerance_for(Init init, std::int64_t k);

/// |reference| from which on relative errors are looked at; below it, cancellation makes them meaningless.
inline constexpr double smallest_reference_for_relative_error = 0.125;

/// How a matrix compared with its reference.
struct Comparison {
  std::int64_t elements = 0;      ///< elements compared
  std::int64_t failures = 0;      ///< elements that the tolerance does not allow
  std::int64_t not_finite = 0;    ///< elements that are NaN (such as the poison) or infinite; they are failures too
  double max_absolute_error = 0;  ///< of the finite elements
  double max_relative_error = 0;  ///< of the finite elements with |reference| >= smallest_reference_for_relative_error
  std::int64_t first_failure = -1;  ///< row-major index of the first failing element; -1 if there is none
  double first_value = 0;           ///< what stands there
  double first_reference = 0;       ///< what should

  /// Whether anything was compared and nothing failed.
  bool passed() const { return elements > 0 && failures == 0; }

  /// Takes in one element.
  /// \param index row-major, for the message about the first failure; elements may come in any order
  void add(std::int64_t index, double value, double reference, const Tolerance& tolerance);

  /// Takes in another comparison of other elements of the same matrix.
  void merge(const Comparison& other);
};

}  // namespace matmul
