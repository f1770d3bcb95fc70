// Why there is no GPU, in words: nothing there, or something wrong with what is there.
#include "harness/gpu_absence.hpp"

#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "device/cuda_check.hpp"

using matmul::explain_absence;
using matmul::GpuAbsence;
using matmul_tests::contains;

TEST_CASE("A machine without a GPU or a driver is ordinary") {
  const GpuAbsence no_gpu = explain_absence({.error = cudaErrorNoDevice, .driver_version = 13000});
  CHECK(no_gpu.reason == "no NVIDIA GPU is visible");
  CHECK_FALSE(no_gpu.is_fault);
  const GpuAbsence no_driver = explain_absence({.error = cudaErrorInsufficientDriver});
  CHECK(no_driver.reason == "no NVIDIA driver is installed");
  CHECK_FALSE(no_driver.is_fault);
  CHECK_FALSE(explain_absence({.error = cudaSuccess}).is_fault);
}

TEST_CASE("GPUs that the user hides are no fault either, but are named") {
  const GpuAbsence hidden =
      explain_absence({.error = cudaErrorNoDevice, .driver_version = 13000, .has_gpu = true, .visible_devices = "7"});
  CHECK_THAT(hidden.reason, contains("CUDA_VISIBLE_DEVICES is '7'"));
  CHECK_FALSE(hidden.is_fault);
}

TEST_CASE("A GPU without a driver, with an old one, or that CUDA does not see is a fault") {
  const std::vector<std::pair<matmul::CudaStart, std::string>> cases = {
      {{.error = cudaErrorInsufficientDriver, .has_gpu = true}, "no NVIDIA driver (libcuda.so.1) is installed"},
      {{.error = cudaErrorInsufficientDriver, .driver_version = 11080, .has_gpu = true}, "supports CUDA 11.8"},
      {{.error = cudaErrorNoDevice, .driver_version = 13000, .has_gpu = true}, "check nvidia-smi"}};
  for (const auto& [start, words] : cases) {
    const GpuAbsence absence = explain_absence(start);
    CHECK(absence.is_fault);
    CHECK_THAT(absence.reason, contains(words));
  }
}

TEST_CASE("CUDA that does not start is a fault, and says what it means and what to do") {
  const std::vector<std::pair<cudaError_t, std::string>> cases = {
      {cudaErrorSystemNotReady, "nvidia-fabricmanager"},
      {cudaErrorSystemDriverMismatch, "reboot, or reload the module"},
      {cudaErrorCompatNotSupportedOnDevice, "cuda-compat"},
      {cudaErrorStubLibrary, "\"stubs\" off LD_LIBRARY_PATH"},
      {cudaErrorInitializationError, "/dev/nvidia*"},
      {cudaErrorOperatingSystem, "nvidia_uvm"},
      {cudaErrorMpsConnectionFailed, "CUDA_MPS_PIPE_DIRECTORY"},
      {cudaErrorDevicesUnavailable, "CUDA_VISIBLE_DEVICES"},
      {cudaErrorUnknown, "dmesg"}};
  for (const auto& [error, words] : cases) {
    const GpuAbsence absence = explain_absence({.error = error, .driver_version = 13000, .has_gpu = true});
    CHECK(absence.is_fault);
    CHECK_THAT(absence.reason, contains(std::string("CUDA does not start, with ") + cudaGetErrorName(error)));
    CHECK_THAT(absence.reason, contains(words));
    CHECK(absence.reason.find('\n') == std::string::npos);
  }
}

TEST_CASE("A failed CUDA call gets its name, its place and what to do") {
  const std::string message = matmul::explain_cuda_error(cudaErrorMemoryAllocation, "cudaMalloc(&p, 1)", "file.cpp", 7);
  CHECK_THAT(message, contains("cudaMalloc(&p, 1) failed with cudaErrorMemoryAllocation") && contains("file.cpp:7") &&
                          contains("choose a smaller problem"));
}
