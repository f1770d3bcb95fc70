/// \file
/// Where the swizzling modes put 16-byte chunks.
#pragma once

#include <cstdint>

#include "device/tensor_map_request.hpp"

namespace emulator {

/// The shared address that `address` becomes in `swizzle`: the index of its 16-byte chunk, within 128, 64 or 32 bytes,
/// XORed with the address bits from 7 on. PTX ISA: "Tensors: swizzling modes".
constexpr std::uint32_t swizzled_address(std::uint32_t address, matmul::Swizzle swizzle) {
  switch (swizzle) {
    case matmul::Swizzle::none: return address;
    case matmul::Swizzle::bytes_32: return address ^ ((address >> 7 & 1) << 4);
    case matmul::Swizzle::bytes_64: return address ^ ((address >> 7 & 3) << 4);
    case matmul::Swizzle::bytes_128: return address ^ ((address >> 7 & 7) << 4);
  }
  return address;
}

}  // namespace emulator
