#include "harness/cublas_library.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "device/watchdog.hpp"

namespace matmul {
namespace {

struct Explanation {
  const char* name;
  const char* advice;
};

Explanation explanation(CublasStatus status) {
  constexpr const char* look_up = "see the cuBLAS documentation, section \"cublasStatus_t\"";
  switch (status) {
    case CublasStatus::success: return {"CUBLAS_STATUS_SUCCESS", "nothing is wrong"};
    case CublasStatus::not_initialized:
      return {"CUBLAS_STATUS_NOT_INITIALIZED",
              "cuBLAS could not start on this GPU; check nvidia-smi, that the driver is at least as new as the CUDA "
              "Toolkit, and that the GPU has memory left"};
    case CublasStatus::alloc_failed:
      return {"CUBLAS_STATUS_ALLOC_FAILED", "the GPU's memory does not suffice; choose a smaller problem"};
    case CublasStatus::invalid_value:
      return {"CUBLAS_STATUS_INVALID_VALUE", "cuBLAS does not take this problem's extents"};
    case CublasStatus::arch_mismatch:
      return {"CUBLAS_STATUS_ARCH_MISMATCH", "this cuBLAS does not support this GPU; install a newer CUDA Toolkit"};
    case CublasStatus::mapping_error: return {"CUBLAS_STATUS_MAPPING_ERROR", look_up};
    case CublasStatus::execution_failed:
      return {"CUBLAS_STATUS_EXECUTION_FAILED",
              "a kernel failed on the GPU, perhaps one launched before; run the version in the emulator (--device "
              "cpu)"};
    case CublasStatus::internal_error: return {"CUBLAS_STATUS_INTERNAL_ERROR", look_up};
    case CublasStatus::not_supported:
      return {"CUBLAS_STATUS_NOT_SUPPORTED",
              "this cuBLAS has no kernel for this problem; install a newer CUDA Toolkit"};
    case CublasStatus::license_error: return {"CUBLAS_STATUS_LICENSE_ERROR", look_up};
  }
  return {"an unknown status", look_up};
}

}  // namespace

std::string explain_cublas_error(CublasStatus status, const char* call) {
  const auto [name, advice] = explanation(status);
  std::string message = fmt::format("{} failed with {} ({}): {}", call, name, static_cast<int>(status), advice);
  if (const auto timed_out = watchdog_message()) {
    message += "\n" + *timed_out;
  }
  return message;
}

void check_cublas(CublasStatus status, const char* call) {
  if (status != CublasStatus::success) {
    throw DeviceError(explain_cublas_error(status, call));
  }
}

SharedLibrary open_cublas(const std::string& name) {
  constexpr int cuda_major = CUDART_VERSION / 1000;
  constexpr int cuda_minor = CUDART_VERSION % 1000 / 10;
  const std::string file = fmt::format("lib{}.so.{}", name, cuda_major);
  try {
    return SharedLibrary(file, {program_folder(), HOPPER_CUDA_LIBRARY_FOLDER, "/usr/local/cuda/lib64"});
  } catch (const std::runtime_error& error) {
    throw CublasMissing(fmt::format(
        "{} can't be opened; install cuBLAS of CUDA {} (NVIDIA's package libcublas-{}-{}) or put it on "
        "LD_LIBRARY_PATH. Without it, v1 to v4 run and are timed with --no-check, and are checked with --device cpu "
        "(the loader says: {})",
        file, cuda_major, cuda_major, cuda_minor, error.what()));
  }
}

CublasLibrary::CublasLibrary(const SharedLibrary& library) {
  create.find(library, "cublasCreate_v2");
  destroy.find(library, "cublasDestroy_v2");
  set_math.find(library, "cublasSetMathMode");
  set_stream.find(library, "cublasSetStream_v2");
  get_property.find(library, "cublasGetProperty");
  gemm_ex.find(library, "cublasGemmEx");
}

const CublasLibrary& cublas() {
  static const CublasLibrary library(open_cublas("cublas"));
  return library;
}

}  // namespace matmul
