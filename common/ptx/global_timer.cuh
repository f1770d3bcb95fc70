/// \file
/// The GPU's clock on the wall.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper::ptx {

/// Nanoseconds of the GPU's global timer. PTX: special register `%globaltimer` ("Special Registers: %globaltimer").
__device__ __forceinline__ std::uint64_t global_timer_nanoseconds() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

}  // namespace hopper::ptx
