/// \file
/// fp16 values as bits, converted on the host without CUDA's headers.
#pragma once

#include <bit>
#include <cstdint>

#include "problem.hpp"

namespace matmul {

/// A NaN: what outputs are filled with before a run, so that an element that nobody wrote can't pass a check.
inline constexpr HalfBits poison_bits = 0xFFFF;

/// `value` rounded to the nearest fp16, ties to even (IEEE 754 binary16); too large becomes infinity, NaN stays NaN.
constexpr HalfBits half_from_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const std::uint32_t magnitude = bits & 0x7FFF'FFFF;
  if (magnitude > 0x7F80'0000) {
    return static_cast<HalfBits>(sign | 0x7E00);
  }
  if (magnitude >= 0x477F'F000) {  // 65520, halfway between the largest fp16 and the next power of two
    return static_cast<HalfBits>(sign | 0x7C00);
  }
  std::uint32_t unrounded = magnitude - (112u << 23);  // the exponent's bias goes from 127 to 15
  std::uint32_t dropped_bits = 13;
  if (magnitude < 0x3880'0000) {  // below 2^-14: a multiple of 2^-24 without a hidden bit
    const std::uint32_t exponent = magnitude >> 23;
    if (exponent < 102) {  // below 2^-25
      return static_cast<HalfBits>(sign);
    }
    unrounded = (magnitude & 0x7F'FFFF) | 0x80'0000;
    dropped_bits = 126 - exponent;
  }
  const std::uint32_t dropped = unrounded & ((1u << dropped_bits) - 1);
  const std::uint32_t halfway = 1u << (dropped_bits - 1);
  std::uint32_t rounded = unrounded >> dropped_bits;
  if (dropped > halfway || (dropped == halfway && (rounded & 1) != 0)) {
    ++rounded;
  }
  return static_cast<HalfBits>(sign | rounded);
}

/// The value of an fp16; exact.
constexpr float half_to_float(HalfBits half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t exponent = half >> 10 & 0x1F;
  const std::uint32_t mantissa = half & 0x3FF;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  const std::uint32_t wide_exponent = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide_exponent << 23 | mantissa << 13);
}

}  // namespace matmul
