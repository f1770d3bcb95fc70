/// \file
/// The part of CUDA C++ that the kernels use, for a C++ compiler: attributes, built-in types and variables.
///
/// Stands in front of the toolkit's header of the same name on the emulator's include path.
#pragma once

#include <cstdint>

#include "runtime/builtins.hpp"

// Device functions are inlined into the kernel, so that one return address tells the whole chain of source lines.
#define __device__ __attribute__((always_inline))
#define __forceinline__ inline
#define __host__
#define __global__
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(bytes) alignas(bytes)

using emulator::dim3;
using emulator::uint4;

#define threadIdx (::emulator::thread_index())
#define blockIdx (::emulator::block_index())
#define gridDim (::emulator::grid_extent())

inline void __syncthreads() __attribute__((always_inline));
inline void __syncthreads() { ::emulator::sync_threads(); }

inline int __shfl_sync(unsigned, int value, int lane) __attribute__((always_inline));
inline int __shfl_sync(unsigned, int value, int lane) {
  return static_cast<int>(::emulator::shuffle(static_cast<unsigned>(value), lane));
}

inline unsigned __shfl_xor_sync(unsigned, unsigned value, int lane_mask) __attribute__((always_inline));
inline unsigned __shfl_xor_sync(unsigned, unsigned value, int lane_mask) {
  return ::emulator::shuffle(value, static_cast<int>(::emulator::thread_index().x % 32) ^ lane_mask);
}
