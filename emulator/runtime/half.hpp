/// \file
/// CUDA's half precision types.
#pragma once

#include <cstdint>

#include "half_bits.hpp"

namespace emulator {

/// CUDA's `half`.
struct half {
  std::uint16_t bits;
};

/// CUDA's `half2`.
struct alignas(4) half2 {
  half x;
  half y;
};

inline half __float2half_rn(float value) { return {matmul::half_from_float(value)}; }
inline float __half2float(half value) { return matmul::half_to_float(value.bits); }
inline half2 __floats2half2_rn(float low, float high) { return {__float2half_rn(low), __float2half_rn(high)}; }
inline half __low2half(half2 pair) { return pair.x; }
inline half __high2half(half2 pair) { return pair.y; }

}  // namespace emulator
