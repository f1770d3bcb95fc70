#include "device/cuda_check.hpp"

#include <fmt/format.h>

#include "device/watchdog.hpp"
#include "errors.hpp"

namespace matmul {
namespace {

std::string advice(cudaError_t error) {
  switch (error) {
    case cudaErrorNoDevice: return "no NVIDIA GPU is visible; check nvidia-smi, or run with --device cpu";
    case cudaErrorInsufficientDriver:
      return fmt::format(
          "the NVIDIA driver is missing or older than this program's CUDA {}.{}; update the driver, or run with "
          "--device cpu",
          CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    case cudaErrorMemoryAllocation: return "the GPU's memory does not hold the matrices; choose a smaller problem";
    case cudaErrorNoKernelImageForDevice:
      return "these kernels are built for sm_90a and run on Hopper GPUs (H100, H200, GH200) alone; run with --device "
             "cpu";
    case cudaErrorIllegalInstruction:
      return "an instruction that this GPU does not have; the kernels need a Hopper GPU and a build for sm_90a";
    case cudaErrorLaunchFailure:
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
      return "the kernel itself is wrong; run it in the emulator (--device cpu), which says where";
    case cudaErrorLaunchTimeout: return "the display watchdog stopped the kernel; use a GPU that drives no display";
    default: return "see the CUDA Runtime API documentation, section \"Error Handling\"";
  }
}

}  // namespace

std::string explain_cuda_error(cudaError_t error, const char* call, const char* file, int line) {
  std::string message = fmt::format("{} failed with {} ({}), at {}:{}: {}", call, cudaGetErrorName(error),
                                    cudaGetErrorString(error), file, line, advice(error));
  if (const auto timed_out = watchdog_message()) {
    message += "\n" + *timed_out;
  }
  return message;
}

void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) {
    throw DeviceError(explain_cuda_error(error, call, file, line));
  }
}

}  // namespace matmul
