#include "harness/gpu_info.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <vector>

#include "device/cuda_check.hpp"
#include "errors.hpp"
#include "harness/gpu_absence.hpp"
#include "harness/gpu_choice.hpp"
#include "harness/pci_bus.hpp"

namespace matmul {
namespace {

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
          .driver_version = cuda_version_text(driver_version()),
          .runtime_version = cuda_version_text(CUDART_VERSION)};
}

int count_gpus() {
  int count = 0;
  HOPPER_CHECK_CUDA(cudaGetDeviceCount(&count));
  return count;
}

std::optional<std::string> visible_devices() {
  const char* const value = std::getenv("CUDA_VISIBLE_DEVICES");
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

GpuSearch nothing_found(cudaError_t error) {
  CudaStart start{
      .error = error, .driver_version = 0, .has_gpu = has_nvidia_gpu(), .visible_devices = visible_devices()};
  static_cast<void>(cudaDriverGetVersion(&start.driver_version));  // stays 0 where there is no driver
  GpuAbsence absence = explain_absence(start);
  return {.gpu = std::nullopt, .reason = std::move(absence.reason), .is_fault = absence.is_fault};
}

// Opens a Hopper GPU in order to ask for its free memory, and leaves it the current device.
GpuFacts look_at(int device) {
  cudaDeviceProp properties{};
  HOPPER_CHECK_CUDA(cudaGetDeviceProperties(&properties, device));
  GpuFacts facts{.index = device,
                 .name = properties.name,
                 .compute_major = properties.major,
                 .compute_minor = properties.minor,
                 .free_bytes = std::nullopt};
  std::size_t free = 0;
  std::size_t total = 0;
  if (facts.is_hopper() && cudaSetDevice(device) == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess) {
    facts.free_bytes = static_cast<std::int64_t>(free);
  }
  static_cast<void>(cudaGetLastError());  // a GPU that can't be opened is a fact, and no failure of what follows
  return facts;
}

// Gives back what opening the GPU took of its memory.
void close_gpu(const GpuFacts& gpu) {
  if (gpu.free_bytes && cudaSetDevice(gpu.index) == cudaSuccess) {
    static_cast<void>(cudaDeviceReset());
  }
}

}  // namespace

GpuSearch find_hopper_gpu() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    return nothing_found(error);
  }
  std::vector<std::string> others;
  std::vector<std::string> shut;
  for (int device = 0; device < count; ++device) {
    GpuInfo gpu = describe_gpu(device);
    if (gpu.compute_major != 9 || gpu.compute_minor != 0) {
      others.push_back(fmt::format("{} (compute capability {}.{})", gpu.name, gpu.compute_major, gpu.compute_minor));
      continue;
    }
    const cudaError_t opened = cudaSetDevice(device);
    if (opened == cudaSuccess) {
      return {.gpu = std::move(gpu), .reason = ""};
    }
    static_cast<void>(cudaGetLastError());
    shut.push_back(fmt::format("GPU {} ({}): {}", device, gpu.name, cudaGetErrorName(opened)));
  }
  if (!shut.empty()) {
    return {
        .gpu = std::nullopt,
        .reason = fmt::format("no Hopper GPU lets this program in ({}); others may use all of its memory, or have it "
                              "to themselves: see nvidia-smi",
                              fmt::join(shut, ", ")),
        .is_fault = true};
  }
  return {
      .gpu = std::nullopt,
      .reason = fmt::format("no visible GPU is a Hopper one (compute capability 9.0): {}", fmt::join(others, ", "))};
}

RoomyGpu take_roomy_gpu(std::int64_t needed_bytes) {
  std::vector<GpuFacts> gpus;
  for (int device = 0; device < count_gpus(); ++device) {
    gpus.push_back(look_at(device));
    if (gpus.back().free_bytes.value_or(0) >= needed_bytes + comfortable_extra_bytes) {
      break;  // the others need not be opened
    }
  }
  GpuChoice choice = choose_gpu(gpus, needed_bytes);
  if (!choice.index) {
    throw DeviceError(choice.reason + "; choose a smaller problem, or wait until others have given memory back");
  }
  for (const GpuFacts& gpu : gpus) {
    if (gpu.index != *choice.index) {
      close_gpu(gpu);
    }
  }
  HOPPER_CHECK_CUDA(cudaSetDevice(*choice.index));
  return {.gpu = describe_gpu(*choice.index), .reason = std::move(choice.reason)};
}

std::string explain_full_gpu(std::int64_t bytes) {
  int current = 0;
  HOPPER_CHECK_CUDA(cudaGetDevice(&current));
  std::vector<GpuFacts> gpus;
  for (int device = 0; device < count_gpus(); ++device) {
    gpus.push_back(look_at(device));
    if (device != current) {
      close_gpu(gpus.back());
    }
  }
  HOPPER_CHECK_CUDA(cudaSetDevice(current));
  return full_gpu_text(gpus, current, bytes, visible_devices().has_value());
}

}  // namespace matmul
