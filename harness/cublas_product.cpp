#include "harness/cublas_product.hpp"

#include <fmt/format.h>

#include "harness/cublas_check.hpp"

namespace matmul {

CublasProduct::CublasProduct(Mode mode) {
  HOPPER_CHECK_CUBLAS(cublasCreate(&handle_));
  if (mode == Mode::precise) {
    HOPPER_CHECK_CUBLAS(cublasSetMathMode(
        handle_, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)));
  }
}

CublasProduct::~CublasProduct() { static_cast<void>(cublasDestroy(handle_)); }

void CublasProduct::multiply(const Operands& operands, cudaStream_t stream) const {
  const auto m = static_cast<int>(operands.problem.m);
  const auto n = static_cast<int>(operands.problem.n);
  const auto k = static_cast<int>(operands.problem.k);
  const float alpha = 1;
  const float beta = 0;
  HOPPER_CHECK_CUBLAS(cublasSetStream(handle_, stream));
  // cuBLAS reads memory by columns: our A, B and C are its A^T, B^T and C^T, and C^T = B * A^T.
  HOPPER_CHECK_CUBLAS(cublasGemmEx(handle_, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &alpha, operands.b, CUDA_R_16F, k,
                                   operands.a, CUDA_R_16F, k, &beta, operands.c, CUDA_R_16F, n, CUBLAS_COMPUTE_32F,
                                   CUBLAS_GEMM_DEFAULT));
}

std::string cublas_version() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  HOPPER_CHECK_CUBLAS(cublasGetProperty(MAJOR_VERSION, &major));
  HOPPER_CHECK_CUBLAS(cublasGetProperty(MINOR_VERSION, &minor));
  HOPPER_CHECK_CUBLAS(cublasGetProperty(PATCH_LEVEL, &patch));
  return fmt::format("{}.{}.{}", major, minor, patch);
}

}  // namespace matmul
