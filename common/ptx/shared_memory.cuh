/// \file
/// Shared memory as the PTX layer sees it: the CTA's dynamic allocation and 32-bit shared addresses.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper::ptx {

/// The CTA's dynamic shared memory, seen as one `Storage`.
///
/// The allocation starts on a 1024-byte boundary, which is what a tile in the 128-byte swizzle needs.
/// Its size is the launch's business (see launch_kernel()).
template <typename Storage>
__device__ __forceinline__ Storage& dynamic_shared_memory() {
  static_assert(alignof(Storage) <= 1024, "dynamic shared memory starts on a 1024-byte boundary");
  extern __shared__ __align__(1024) unsigned char dynamic_shared_memory_bytes[];
  return *reinterpret_cast<Storage*>(dynamic_shared_memory_bytes);
}

/// The 32-bit address of `pointer` in the CTA's shared window, which is what PTX instructions take.
///
/// PTX: `cvta.to.shared` ("Data Movement and Conversion Instructions: cvta").
__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

}  // namespace hopper::ptx
