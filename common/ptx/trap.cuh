/// \file
/// Stopping the grid.
#pragma once

#include <cuda_runtime.h>

namespace hopper::ptx {

/// Aborts the grid: the host's next call fails with cudaErrorLaunchFailure. PTX: `trap` ("trap").
__device__ __forceinline__ void trap() { asm volatile("trap;"); }

}  // namespace hopper::ptx
