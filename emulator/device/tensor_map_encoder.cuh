/// \file
/// CPU twin of common/device/tensor_map_encoder.cuh: the map is the request that it was made from.
#pragma once

#include <ptx/tma.cuh>

#include "device/tensor_map_request.hpp"

namespace hopper {

inline ptx::TensorMap encode_tensor_map(const matmul::TensorMapRequest& request) { return request; }

}  // namespace hopper
