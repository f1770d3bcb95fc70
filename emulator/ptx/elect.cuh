/// \file
/// CPU twin of common/ptx/elect.cuh.
#pragma once

#include <cuda_runtime.h>

namespace hopper::ptx {

__device__ __forceinline__ bool elect_sync() { return emulator::elect(); }

}  // namespace hopper::ptx
