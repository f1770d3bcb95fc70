/// \file
/// The product as cuBLAS computes it: the reference, and the rival.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "harness/cublas_library.hpp"
#include "problem.hpp"

namespace matmul {

/// `cublasGemmEx` with fp16 matrices, fp32 computation and the default algorithm.
class CublasProduct {
 public:
  /// What cuBLAS may do to be fast.
  enum class Mode {
    as_default,  ///< what a user gets who sets nothing; to be timed
    precise,     ///< partial sums are never reduced in fp16 (splits along K); to be compared with
  };

  /// \throws CublasMissing when there is no cuBLAS, DeviceError when it can't be initialised
  explicit CublasProduct(Mode mode);
  ~CublasProduct();
  CublasProduct(const CublasProduct&) = delete;
  CublasProduct& operator=(const CublasProduct&) = delete;

  /// Enqueues C = A * B^T on `stream`; the operands are in GPU memory.
  /// \throws DeviceError when the call fails
  void multiply(const Operands& operands, cudaStream_t stream = nullptr) const;

 private:
  CublasHandle handle_ = nullptr;
};

/// cuBLAS's version, like "13.1.0".
/// \throws CublasMissing when there is no cuBLAS
std::string cublas_version();

}  // namespace matmul
