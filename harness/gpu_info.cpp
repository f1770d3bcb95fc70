#include "harness/gpu_info.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "device/cuda_check.hpp"

namespace matmul {
namespace {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  HOPPER_CHECK_CUDA(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

int driver_version() {
  int version = 0;
  HOPPER_CHECK_CUDA(cudaDriverGetVersion(&version));
  return version;
}

GpuInfo describe_gpu(int device) {
  cudaDeviceProp properties{};
  HOPPER_CHECK_CUDA(cudaGetDeviceProperties(&properties, device));
  return {.index = device,
          .name = properties.name,
          .compute_major = properties.major,
          .compute_minor = properties.minor,
          .sm_count = properties.multiProcessorCount,
          .boost_clock_khz = attribute(cudaDevAttrClockRate, device),
          .l2_bytes = properties.l2CacheSize,
          .memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem),
          .driver_version = version_text(driver_version()),
          .runtime_version = version_text(CUDART_VERSION)};
}

std::string why_none_is_counted(cudaError_t error) {
  if (error == cudaErrorNoDevice) {
    return "no NVIDIA GPU is visible";
  }
  if (error == cudaErrorInsufficientDriver) {
    const int version = driver_version();
    if (version == 0) {
      return "no NVIDIA driver is installed";
    }
    return fmt::format("the NVIDIA driver supports CUDA {}, but this program was built with CUDA {}",
                       version_text(version), version_text(CUDART_VERSION));
  }
  return fmt::format("the CUDA runtime answers {} ({})", cudaGetErrorName(error), cudaGetErrorString(error));
}

}  // namespace

GpuSearch find_hopper_gpu() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    return {.gpu = std::nullopt, .reason = why_none_is_counted(error == cudaSuccess ? cudaErrorNoDevice : error)};
  }
  std::vector<std::string> others;
  for (int device = 0; device < count; ++device) {
    GpuInfo gpu = describe_gpu(device);
    if (gpu.compute_major == 9 && gpu.compute_minor == 0) {
      HOPPER_CHECK_CUDA(cudaSetDevice(device));
      return {.gpu = std::move(gpu), .reason = ""};
    }
    others.push_back(fmt::format("{} (compute capability {}.{})", gpu.name, gpu.compute_major, gpu.compute_minor));
  }
  return {
      .gpu = std::nullopt,
      .reason = fmt::format("no visible GPU is a Hopper one (compute capability 9.0): {}", fmt::join(others, ", "))};
}

}  // namespace matmul
