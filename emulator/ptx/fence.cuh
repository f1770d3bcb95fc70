/// \file
/// CPU twin of common/ptx/fence.cuh.
#pragma once

#include <cuda_runtime.h>

#include "runtime/device.hpp"

namespace hopper::ptx {

__device__ __forceinline__ void fence_proxy_async() { emulator::fence_proxy_async(); }

__device__ __forceinline__ void fence_mbarrier_init() { emulator::fence_mbarrier_init(); }

}  // namespace hopper::ptx
