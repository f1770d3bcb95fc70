/// \file
/// CPU twin of common/ptx/wgmma.cuh.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/smem_descriptor.cuh>

#include "runtime/device.hpp"

namespace hopper::ptx {

template <int slabs, int registers>
__device__ __forceinline__ void wgmma_fence(float (&)[slabs][registers]) {
  emulator::wgmma_fence();
}

__device__ __forceinline__ void wgmma_commit_group() { emulator::wgmma_commit_group(); }

template <int pending_groups, int slabs, int registers>
__device__ __forceinline__ void wgmma_wait_group(float (&)[slabs][registers]) {
  static_assert(pending_groups >= 0 && pending_groups <= 7, "wgmma.wait_group takes 0 to 7");
  emulator::wgmma_wait_group(pending_groups);
}

template <int n>
__device__ __forceinline__ void wgmma_mma_async(float (&d)[n / 2], SmemDescriptor a, SmemDescriptor b,
                                                bool accumulate = true) {
  static_assert(n % 8 == 0 && n >= 8 && n <= 256, "wgmma takes N from 8 to 256 in steps of 8");
  emulator::wgmma_mma_async(n, d, a.bits, b.bits, accumulate);
}

}  // namespace hopper::ptx
