/// \file
/// Asking the CUDA driver to encode a tensor map.
#pragma once

#include <cudaTypedefs.h>
#include <cuda_runtime.h>

#include <ptx/tma.cuh>
#include <string>

#include "device/cuda_check.hpp"
#include "device/tensor_map_request.hpp"
#include "errors.hpp"

namespace hopper {

/// `cuTensorMapEncodeTiled`, asked of the driver that is loaded, so that nothing links against libcuda.
/// \throws matmul::DeviceError when the driver does not have it (it came with CUDA 12.0)
inline PFN_cuTensorMapEncodeTiled_v12000 tensor_map_encoder() {
  void* entry_point = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
  HOPPER_CHECK_CUDA(
      cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry_point, 12000, cudaEnableDefault, &found));
  if (found != cudaDriverEntryPointSuccess || entry_point == nullptr) {
    throw matmul::DeviceError(
        "the CUDA driver has no cuTensorMapEncodeTiled: it is older than CUDA 12.0; update the NVIDIA driver");
  }
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(entry_point);
}

/// Encodes `request`, whose rules make_tensor_map() has checked.
/// \throws matmul::DeviceError when the driver refuses it all the same
inline ptx::TensorMap encode_tensor_map(const matmul::TensorMapRequest& request) {
  static const PFN_cuTensorMapEncodeTiled_v12000 encode = tensor_map_encoder();
  const cuuint64_t sizes[2] = {static_cast<cuuint64_t>(request.columns), static_cast<cuuint64_t>(request.rows)};
  const cuuint64_t pitches[1] = {static_cast<cuuint64_t>(request.columns) * request.element_bytes};
  const cuuint32_t box[2] = {static_cast<cuuint32_t>(request.box_columns), static_cast<cuuint32_t>(request.box_rows)};
  const cuuint32_t strides[2] = {1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  switch (request.swizzle) {
    case matmul::Swizzle::none: break;
    case matmul::Swizzle::bytes_32: swizzle = CU_TENSOR_MAP_SWIZZLE_32B; break;
    case matmul::Swizzle::bytes_64: swizzle = CU_TENSOR_MAP_SWIZZLE_64B; break;
    case matmul::Swizzle::bytes_128: swizzle = CU_TENSOR_MAP_SWIZZLE_128B; break;
  }
  ptx::TensorMap map{};
  const CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, const_cast<void*>(request.address), sizes,
                                 pitches, box, strides, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                 CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    throw matmul::DeviceError("cuTensorMapEncodeTiled refused " + matmul::describe(request) + " with CUresult " +
                              std::to_string(static_cast<int>(result)) +
                              ", although it keeps every documented rule; please report it");
  }
  return map;
}

}  // namespace hopper
