/// \file
/// IEEE binary16 values and their conversions.
#pragma once

#include <bit>
#include <cstdint>

namespace emulator {

/// The fp32 value of fp16 bits; exact.
constexpr float half_bits_to_float(std::uint16_t bits) {
  const std::uint32_t magnitude = static_cast<std::uint32_t>(bits & 0x7fff) << 13;
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  // Multiplying by 2^112 moves the exponent's bias from 15 to 127 and normalises subnormals on the way.
  const float scaled = std::bit_cast<float>(magnitude) * std::bit_cast<float>(std::uint32_t{(127 + 112) << 23});
  const std::uint32_t finite = std::bit_cast<std::uint32_t>(scaled);
  const std::uint32_t special = magnitude | 0x7f800000;
  return std::bit_cast<float>(sign | ((bits & 0x7c00) == 0x7c00 ? special : finite));
}

/// The fp16 bits nearest to `value`, ties to even; too large becomes infinity, NaN stays NaN.
constexpr std::uint16_t float_to_half_bits(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint16_t sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) {
    return sign | 0x7e00;
  }
  if (magnitude >= 0x477ff000) {  // 65520 and above round to infinity
    return sign | 0x7c00;
  }
  if (magnitude < 0x38800000) {  // below 2^-14: adding 0.5 leaves the subnormal's bits at the bottom, rounded
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000));
  }
  const std::uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000) >> 13));
}

/// CUDA's `half`.
struct half {
  std::uint16_t bits;
};

/// CUDA's `half2`.
struct alignas(4) half2 {
  half x;
  half y;
};

inline half __float2half_rn(float value) { return {float_to_half_bits(value)}; }
inline float __half2float(half value) { return half_bits_to_float(value.bits); }
inline half2 __floats2half2_rn(float low, float high) { return {__float2half_rn(low), __float2half_rn(high)}; }
inline half __low2half(half2 pair) { return pair.x; }
inline half __high2half(half2 pair) { return pair.y; }

}  // namespace emulator
