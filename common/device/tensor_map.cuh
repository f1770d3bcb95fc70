/// \file
/// Making the tensor map of a matrix, with its rules checked first.
#pragma once

#include <cuda_fp16.h>

#include <cstdint>
#include <device/tensor_map_encoder.cuh>
#include <ptx/tma.cuh>

#include "device/tensor_map_request.hpp"

namespace hopper {

using ptx::TensorMap;

/// The tensor map of an fp16 matrix of `rows` x `columns` whose boxes are `box_rows` x `box_columns`, in the 128-byte
/// swizzle; elements outside the matrix are read as zeros.
/// \param data in global memory, 16-byte aligned, row-major and contiguous; `columns` a multiple of 8
/// \throws matmul::InvalidInput when a documented rule is broken, matmul::DeviceError when the driver refuses it
template <int box_rows, int box_columns>
ptx::TensorMap make_tensor_map(const half* data, std::int64_t rows, std::int64_t columns) {
  const matmul::TensorMapRequest request{
      .address = data, .rows = rows, .columns = columns, .box_rows = box_rows, .box_columns = box_columns};
  matmul::validate(request);
  return encode_tensor_map(request);
}

}  // namespace hopper
