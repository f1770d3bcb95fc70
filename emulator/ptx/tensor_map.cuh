/// \file
/// CPU twin of common/ptx/tensor_map.cuh: the map is the request that it was made from.
#pragma once

#include <cuda_runtime.h>

#include "tensor_map_request.hpp"

namespace hopper::ptx {

using TensorMap = matmul::TensorMapRequest;

inline TensorMap encode_tensor_map(const matmul::TensorMapRequest& request) { return request; }

}  // namespace hopper::ptx
