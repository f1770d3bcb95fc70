#include "harness/cublas_product.hpp"

#include <fmt/format.h>

namespace matmul {

CublasProduct::CublasProduct(Mode mode) {
  cublas().create(&handle_);
  if (mode == Mode::precise) {
    cublas().set_math(handle_, CublasMath::disallow_reduced_precision_reduction);
  }
}

CublasProduct::~CublasProduct() { cublas().destroy.ignoring_failure(handle_); }

void CublasProduct::multiply(const Operands& operands, cudaStream_t stream) const {
  const auto m = static_cast<int>(operands.problem.m);
  const auto n = static_cast<int>(operands.problem.n);
  const auto k = static_cast<int>(operands.problem.k);
  const float alpha = 1;
  const float beta = 0;
  cublas().set_stream(handle_, stream);
  // cuBLAS reads memory by columns: our A, B and C are its A^T, B^T and C^T, and C^T = B * A^T.
  cublas().gemm_ex(handle_, CublasOperation::transposed, CublasOperation::none, n, m, k, &alpha, operands.b, CUDA_R_16F,
                   k, operands.a, CUDA_R_16F, k, &beta, operands.c, CUDA_R_16F, n, CublasCompute::fp32,
                   CublasAlgorithm::by_default);
}

std::string cublas_version() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  cublas().get_property(MAJOR_VERSION, &major);
  cublas().get_property(MINOR_VERSION, &minor);
  cublas().get_property(PATCH_LEVEL, &patch);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

}  // namespace matmul
