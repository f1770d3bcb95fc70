/// \file
/// Reading a matrix descriptor bit by bit.
#pragma once

#include <cstdint>

#include "runtime/swizzled_address.hpp"

namespace emulator {

/// The fields of a matrix descriptor. PTX ISA: "Asynchronous warpgroup level matrix instructions: matrix descriptor".
struct DescriptorFields {
  std::uint32_t start;          ///< bytes; bits 0-13 times 16
  std::uint32_t leading_bytes;  ///< bits 16-29 times 16
  std::uint32_t stride_bytes;   ///< bits 32-45 times 16
  std::uint32_t base_offset;    ///< bits 49-51
  matmul::Swizzle swizzle;      ///< bits 62-63: 0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes
};

/// Takes a descriptor apart.
constexpr DescriptorFields decode_descriptor(std::uint64_t bits) {
  constexpr matmul::Swizzle modes[] = {matmul::Swizzle::none, matmul::Swizzle::bytes_128, matmul::Swizzle::bytes_64,
                                       matmul::Swizzle::bytes_32};
  return {.start = static_cast<std::uint32_t>(bits & 0x3fff) << 4,
          .leading_bytes = static_cast<std::uint32_t>(bits >> 16 & 0x3fff) << 4,
          .stride_bytes = static_cast<std::uint32_t>(bits >> 32 & 0x3fff) << 4,
          .base_offset = static_cast<std::uint32_t>(bits >> 49 & 7),
          .swizzle = modes[bits >> 62]};
}

/// Shared address of the 16-byte chunk `chunk` (0 or 1: columns 0-7 or 8-15) of row `row` of a K-major operand.
///
/// Rows come in eights, `stride_bytes` apart. In a swizzled mode the rows of an eight are a span (128, 64 or 32 bytes)
/// apart and the chunks lie side by side; without a swizzle each 8 rows x 16 bytes are contiguous and the two chunks
/// are `leading_bytes` apart.
constexpr std::uint32_t operand_address(const DescriptorFields& fields, int row, int chunk) {
  const auto eight = static_cast<std::uint32_t>(row / 8);
  const auto row_in_eight = static_cast<std::uint32_t>(row % 8);
  const auto column = static_cast<std::uint32_t>(chunk);
  if (fields.swizzle == matmul::Swizzle::none) {
    return fields.start + eight * fields.stride_bytes + row_in_eight * 16 + column * fields.leading_bytes;
  }
  const auto span = static_cast<std::uint32_t>(matmul::swizzle_span_bytes(fields.swizzle));
  return swizzled_address(fields.start + eight * fields.stride_bytes + row_in_eight * span + column * 16,
                          fields.swizzle);
}

}  // namespace emulator
