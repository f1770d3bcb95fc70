#include "harness/gpu_absence.hpp"

#include <fmt/format.h>

#include "device/cuda_check.hpp"

namespace matmul {
namespace {

GpuAbsence explain_invisible_gpu(const CudaStart& start) {
  if (!start.has_gpu) {
    return {.reason = "no NVIDIA GPU is visible", .is_fault = false};
  }
  if (start.visible_devices) {
    return {.reason = fmt::format("CUDA_VISIBLE_DEVICES is '{}', which hides the NVIDIA GPUs", *start.visible_devices),
            .is_fault = false};
  }
  return {.reason = "this machine has an NVIDIA GPU, but " + cuda_advice(cudaErrorNoDevice)};
}

GpuAbsence explain_driver(const CudaStart& start) {
  if (start.driver_version > 0) {
    return {.reason = fmt::format("the NVIDIA driver supports CUDA {}, but this program was built with CUDA {}; update "
                                  "the driver, or build with an older toolkit",
                                  cuda_version_text(start.driver_version), cuda_version_text(CUDART_VERSION))};
  }
  if (start.has_gpu) {
    return {.reason =
                "this machine has an NVIDIA GPU, but no NVIDIA driver (libcuda.so.1) is installed; install it, or "
                "in a container pass the GPU in"};
  }
  return {.reason = "no NVIDIA driver is installed", .is_fault = false};
}

}  // namespace

GpuAbsence explain_absence(const CudaStart& start) {
  switch (start.error) {
    case cudaSuccess:
    case cudaErrorNoDevice: return explain_invisible_gpu(start);
    case cudaErrorInsufficientDriver: return explain_driver(start);
    default:
      return {.reason = fmt::format("CUDA does not start, with {} ({}): {}", cudaGetErrorName(start.error),
                                    static_cast<int>(start.error), cuda_advice(start.error))};
  }
}

std::string cuda_version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

}  // namespace matmul
