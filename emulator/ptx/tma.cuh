/// \file
/// CPU twin of common/ptx/tma.cuh.
#pragma once

#include <cuda_runtime.h>

#include <ptx/mbarrier.cuh>

#include "device/tensor_map_request.hpp"
#include "runtime/device.hpp"

namespace hopper::ptx {

using TensorMap = matmul::TensorMapRequest;

template <BarrierRole role>
__device__ __forceinline__ void cp_async_bulk_tensor_2d(void* destination, const TensorMap& map, int column, int row,
                                                        Mbarrier<role>& barrier) {
  emulator::tma_load_2d(destination, map, column, row, &barrier);
}

}  // namespace hopper::ptx
