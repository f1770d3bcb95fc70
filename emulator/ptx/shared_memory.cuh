/// \file
/// CPU twin of common/ptx/shared_memory.cuh.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "runtime/device.hpp"

namespace hopper::ptx {

template <typename Storage>
__device__ __forceinline__ Storage& dynamic_shared_memory() {
  static_assert(alignof(Storage) <= 1024, "dynamic shared memory starts on a 1024-byte boundary");
  return *reinterpret_cast<Storage*>(emulator::shared_memory(sizeof(Storage)));
}

__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return emulator::shared_address(pointer);
}

}  // namespace hopper::ptx
