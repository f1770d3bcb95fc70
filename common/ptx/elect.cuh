/// \file
/// Warp-level selection of one thread.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper::ptx {

/// True in exactly one thread of the warp.
///
/// All 32 threads of the warp must call it together. Unlike a test of the lane number, it tells the compiler that one
/// thread runs what follows. PTX: `elect.sync` ("elect.sync"); libcu++: cuda::ptx::elect_sync.
__device__ __forceinline__ bool elect_sync() {
  std::uint32_t elected;
  asm volatile(
      "{\n"
      ".reg .pred elected;\n"
      "elect.sync _|elected, 0xffffffff;\n"
      "selp.u32 %0, 1, 0, elected;\n"
      "}\n"
      : "=r"(elected));
  return elected != 0;
}

}  // namespace hopper::ptx
