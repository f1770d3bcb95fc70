/// \file
/// What is used of cuBLAS, declared here and opened when first needed, so that neither building nor starting a program
/// needs it.
///
/// Names, values and signatures are from NVIDIA's documentation of cuBLAS (https://docs.nvidia.com/cuda/cublas) and the
/// same in CUDA 12 and 13; a test compares them with NVIDIA's headers where these are installed.
#pragma once

#include <cuda_runtime_api.h>
#include <library_types.h>

#include <string>
#include <utility>

#include "errors.hpp"
#include "harness/shared_library.hpp"

namespace matmul {

/// `cublasStatus_t`: the outcome of a call.
enum class CublasStatus : int {
  success = 0,
  not_initialized = 1,
  alloc_failed = 3,
  invalid_value = 7,
  arch_mismatch = 8,
  mapping_error = 11,
  execution_failed = 13,
  internal_error = 14,
  not_supported = 15,
  license_error = 16,
};

/// `cublasOperation_t`: whether a factor is transposed.
enum class CublasOperation : int { none = 0, transposed = 1 };

/// `cublasComputeType_t`: what sums are taken in.
enum class CublasCompute : int { fp32 = 68 };

/// `cublasGemmAlgo_t`: which kernel; cuBLAS chooses by itself.
enum class CublasAlgorithm : int { by_default = -1 };

/// `cublasMath_t`, a set of flags.
enum class CublasMath : int { by_default = 0, disallow_reduced_precision_reduction = 16 };

/// `cublasHandle_t`.
using CublasHandle = struct cublasContext*;

/// cuBLAS or cuBLASLt can't be opened; the message says what to install and what goes without.
class CublasMissing : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// The message for a failed call of cuBLAS or cuBLASLt: the call, its meaning and what to do about it.
std::string explain_cublas_error(CublasStatus status, const char* call);

/// Throws DeviceError with explain_cublas_error() unless `status` is CublasStatus::success.
void check_cublas(CublasStatus status, const char* call);

/// A function of cuBLAS or cuBLASLt whose outcome is looked at.
template <typename... Parameters>
class CublasFunction {
 public:
  /// Finds it in its library.
  void find(const SharedLibrary& library, const char* name) {
    name_ = name;
    library.find(function_, name);
  }

  /// Calls it. \throws DeviceError when it fails
  void operator()(Parameters... arguments) const { check_cublas(function_(arguments...), name_); }

  /// Calls it where nothing can be done about a failure: in destructors.
  void ignoring_failure(Parameters... arguments) const { static_cast<void>(function_(arguments...)); }

 private:
  const char* name_ = nullptr;
  CublasStatus (*function_)(Parameters...) = nullptr;
};

/// The functions of cuBLAS that are used.
struct CublasLibrary {
  CublasFunction<CublasHandle*> create;                    ///< `cublasCreate`
  CublasFunction<CublasHandle> destroy;                    ///< `cublasDestroy`
  CublasFunction<CublasHandle, CublasMath> set_math;       ///< `cublasSetMathMode`
  CublasFunction<CublasHandle, cudaStream_t> set_stream;   ///< `cublasSetStream`
  CublasFunction<libraryPropertyType, int*> get_property;  ///< `cublasGetProperty`
  /// `cublasGemmEx`: handle, operations on A and B, m, n, k, alpha, A with its type and leading dimension, B likewise,
  /// beta, C likewise, compute type, algorithm.
  CublasFunction<CublasHandle, CublasOperation, CublasOperation, int, int, int, const void*, const void*, cudaDataType,
                 int, const void*, cudaDataType, int, const void*, void*, cudaDataType, int, CublasCompute,
                 CublasAlgorithm>
      gemm_ex;

  /// Opens the library and finds its functions. \throws CublasMissing
  explicit CublasLibrary(const SharedLibrary& library);
};

/// Opens "cublas" or "cublasLt" of the CUDA release that the program was built with: where the system's loader looks,
/// beside the program, in the folder of the toolkit that built it, and in /usr/local/cuda/lib64.
/// \throws CublasMissing
SharedLibrary open_cublas(const std::string& name);

/// cuBLAS, opened at the first call.
/// \throws CublasMissing at every call, when it can't be
const CublasLibrary& cublas();

}  // namespace matmul
