/// \file
/// The Tensor Memory Accelerator: bulk copies of tiles between global and shared memory.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>

namespace hopper::ptx {

/// 128 opaque bytes that describe a tensor in global memory and the box that one copy moves; the driver encodes them.
using TensorMap = CUtensorMap;

/// Starts the copy of one box of a 2D tensor into shared memory, in the layout that the tensor map names.
///
/// One thread issues it. The box's full size in bytes, elements outside the tensor included (they arrive as zeros), is
/// credited to the current phase of `barrier` when the data has landed.
/// PTX: `cp.async.bulk.tensor.2d`, from global to shared memory, completing on an mbarrier ("cp.async.bulk.tensor");
/// libcu++: cuda::ptx::cp_async_bulk_tensor.
/// \param destination first byte of the tile in shared memory; aligned to 1024 bytes for the 128-byte swizzle
/// \param map the tensor's map, a `__grid_constant__` parameter of the kernel
/// \param column first column of the box, in elements (the dimension that is contiguous in memory)
/// \param row first row of the box
/// \param barrier an initialised barrier that was told to expect the bytes
template <BarrierRole role>
__device__ __forceinline__ void cp_async_bulk_tensor_2d(void* destination, const TensorMap& map, int column, int row,
                                                        Mbarrier<role>& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          shared_address(destination)),
      "l"(&map), "r"(column), "r"(row), "r"(shared_address(&barrier))
      : "memory");
}

}  // namespace hopper::ptx
