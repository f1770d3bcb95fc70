/// \file
/// CUDA's half precision types.
#pragma once

#include <cstdint>

#include "half_bits.hpp"

namespace emulator {

/// CUDA's `half`.
struct half {
  /// IEEE 754 binary16.
  std::uint16_t bits;
};

/// CUDA's `half2`.
struct alignas(4) half2 {
  half x;  ///< the low half
  half y;  ///< the high half
};

/// Rounds to the nearest fp16, ties to even.
inline half __float2half_rn(float value) { return {matmul::half_from_float(value)}; }
/// The same value as fp32.
inline float __half2float(half value) { return matmul::half_to_float(value.bits); }
/// Rounds both, each to the nearest.
inline half2 __floats2half2_rn(float low, float high) { return {__float2half_rn(low), __float2half_rn(high)}; }
/// The low half.
inline half __low2half(half2 pair) { return pair.x; }
/// The high half.
inline half __high2half(half2 pair) { return pair.y; }

}  // namespace emulator
