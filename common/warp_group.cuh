/// \file
/// Who a thread is within its CTA.
#pragma once

#include <cuda_runtime.h>

#include <ptx/shuffle.cuh>

namespace hopper {

/// Threads in a warp group: the four warps that issue a wgmma together.
inline constexpr int warp_group_threads = 128;

/// Index of the caller's warp group in the CTA, known to the compiler to be the same throughout the warp.
__device__ __forceinline__ int warp_group_index() {
  return ptx::warp_uniform(static_cast<int>(threadIdx.x) / warp_group_threads);
}

/// The caller's number within its warp group, 0 to 127.
__device__ __forceinline__ int warp_group_thread() { return static_cast<int>(threadIdx.x) % warp_group_threads; }

}  // namespace hopper
