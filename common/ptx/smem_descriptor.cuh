/// \file
/// The matrix descriptor that tells WGMMA where an operand lies in shared memory and how.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/shared_memory.cuh>

namespace hopper::ptx {

/// A 64-bit matrix descriptor (PTX ISA: "Asynchronous warpgroup level matrix instructions: matrix descriptor").
///
/// | bits | field | here |
/// |---|---|---|
/// | 0-13 | start address >> 4 | of the first row's first column |
/// | 16-29 | leading dimension byte offset >> 4 | 0: not used by a swizzled K-major operand |
/// | 32-45 | stride dimension byte offset >> 4 | 64: eight rows of 128 bytes |
/// | 49-51 | base offset | 0: tiles start on a 1024-byte boundary |
/// | 62-63 | swizzle mode | 1: 128 bytes |
struct SmemDescriptor {
  std::uint64_t bits;  ///< as the instruction takes them

  /// The descriptor of the same rows, `columns` fp16 columns further along K; a multiple of 16, below 64.
  __host__ __device__ constexpr SmemDescriptor advance_columns(int columns) const {
    return {bits + static_cast<std::uint64_t>(columns * 2 / 16)};
  }
};

/// The descriptor of a K-major operand in the 128-byte swizzle that starts at `shared_address`, in bytes.
__host__ __device__ constexpr SmemDescriptor encode_smem_descriptor(std::uint32_t shared_address) {
  constexpr std::uint64_t stride_bytes = 8 * 128;  // eight rows, after which the swizzle repeats
  constexpr std::uint64_t mode_128_bytes = 1;
  return {static_cast<std::uint64_t>((shared_address & 0x3ffff) >> 4) | (stride_bytes >> 4) << 32 |
          mode_128_bytes << 62};
}

/// The descriptor of the tile at `tile`: rows of 64 fp16 values in the 128-byte swizzle, on a 1024-byte boundary.
__device__ __forceinline__ SmemDescriptor make_smem_descriptor(const void* tile) {
  return encode_smem_descriptor(shared_address(tile));
}

}  // namespace hopper::ptx
