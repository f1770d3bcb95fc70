/// \file
/// Division by a number that a whole launch shares.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper {

/// Quotient and remainder of a 32-bit division.
struct DivmodResult {
  std::uint32_t quotient;   ///< rounded down
  std::uint32_t remainder;  ///< below the divisor
};

/// Divides by one divisor with a multiply-high, an add and shifts; exact for every 32-bit dividend.
///
/// The host computes the magic number once a launch, the kernel multiplies. Method: T. Granlund and P. Montgomery,
/// "Division by Invariant Integers using Multiplication", PLDI 1994, figure 4.1.
class FastDivmod {
 public:
  /// \param divisor at least 1
  __host__ __device__ constexpr explicit FastDivmod(std::uint32_t divisor) : divisor_(divisor) {
    std::uint32_t log2_ceiling = 0;
    while (log2_ceiling < 32 && (std::uint64_t{1} << log2_ceiling) < divisor) {
      ++log2_ceiling;
    }
    const std::uint64_t excess = (std::uint64_t{1} << log2_ceiling) - divisor;
    magic_ = static_cast<std::uint32_t>((excess << 32) / divisor + 1);
    first_shift_ = log2_ceiling < 1 ? log2_ceiling : 1;
    second_shift_ = log2_ceiling > 0 ? log2_ceiling - 1 : 0;
  }

  /// The divisor that this was made for.
  __host__ __device__ constexpr std::uint32_t divisor() const { return divisor_; }

  /// `dividend` / divisor() and `dividend` % divisor().
  __host__ __device__ constexpr DivmodResult divmod(std::uint32_t dividend) const {
    const auto high = static_cast<std::uint32_t>((static_cast<std::uint64_t>(magic_) * dividend) >> 32);
    const std::uint32_t quotient = (high + ((dividend - high) >> first_shift_)) >> second_shift_;
    return {quotient, dividend - quotient * divisor_};
  }

 private:
  std::uint32_t divisor_;
  std::uint32_t magic_ = 0;
  std::uint32_t first_shift_ = 0;
  std::uint32_t second_shift_ = 0;
};

}  // namespace hopper
