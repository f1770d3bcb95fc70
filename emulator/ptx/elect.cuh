/// \file
/// CPU twin of common/ptx/elect.cuh.
#pragma once

#include <cuda_runtime.h>

namespace hopper::ptx {

__device__ __forceinline__ bool elect_sync() { return emulator::elect(); }

__device__ __forceinline__ int warp_uniform(int value) { return __shfl_sync(0xffffffffu, value, 0); }

}  // namespace hopper::ptx
