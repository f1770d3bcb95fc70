#include "harness/cublas_check.hpp"

#include <fmt/format.h>

#include "device/watchdog.hpp"
#include "errors.hpp"

namespace matmul {
namespace {

const char* advice(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "cuBLAS could not start on this GPU; check nvidia-smi, and that the driver is at least as new as the CUDA "
             "Toolkit";
    case CUBLAS_STATUS_ALLOC_FAILED: return "the GPU's memory does not suffice; choose a smaller problem";
    case CUBLAS_STATUS_INVALID_VALUE: return "cuBLAS does not take this problem's extents";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "this cuBLAS does not support this GPU; install a newer CUDA Toolkit";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "a kernel failed on the GPU, perhaps one launched before; run the version in the emulator (--device cpu)";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "this cuBLAS has no kernel for this problem; install a newer CUDA Toolkit";
    default: return "see the cuBLAS documentation, section \"cublasStatus_t\"";
  }
}

}  // namespace

std::string explain_cublas_error(cublasStatus_t status, const char* call, const char* file, int line) {
  std::string message =
      fmt::format("{} failed with {}, at {}:{}: {}", call, cublasGetStatusString(status), file, line, advice(status));
  if (const auto timed_out = watchdog_message()) {
    message += "\n" + *timed_out;
  }
  return message;
}

void check_cublas(cublasStatus_t status, const char* call, const char* file, int line) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    throw DeviceError(explain_cublas_error(status, call, file, line));
  }
}

}  // namespace matmul
