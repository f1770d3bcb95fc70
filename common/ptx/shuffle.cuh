/// \file
/// Exchanging registers within a warp.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper::ptx {

/// `value` of the warp's first thread, in all 32 threads, so that the compiler knows it to be uniform.
///
/// All 32 threads of the warp must call it together. PTX: `shfl.sync.idx.b32` ("shfl.sync").
__device__ __forceinline__ int warp_uniform(int value) { return __shfl_sync(0xffffffffu, value, 0); }

/// `value` of the lane whose number differs from the caller's in the bits of `lane_mask`.
///
/// All 32 threads of the warp must call it together. PTX: `shfl.sync.bfly.b32` ("shfl.sync").
/// \param lane_mask 1 to 31
__device__ __forceinline__ std::uint32_t shuffle_xor(std::uint32_t value, int lane_mask) {
  return __shfl_xor_sync(0xffffffffu, value, lane_mask);
}

}  // namespace hopper::ptx
