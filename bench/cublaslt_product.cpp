#include "bench/cublaslt_product.hpp"

#include "errors.hpp"
#include "harness/cublas_check.hpp"

namespace matmul {
namespace {

// What NVIDIA's documentation recommends for Hopper (cuBLAS, "cublasSetWorkspace").
constexpr std::int64_t workspace_bytes = 32 << 20;

}  // namespace

CublasLtProduct::CublasLtProduct(const Problem& problem, int most_candidates) : workspace_(workspace_bytes) {
  HOPPER_CHECK_CUBLAS(cublasLtCreate(&handle_));
  HOPPER_CHECK_CUBLAS(cublasLtMatmulDescCreate(&operation_, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  // cuBLASLt reads memory by columns: our A, B and C are its A^T, B^T and C^T, and C^T = B * A^T.
  const cublasOperation_t transposed = CUBLAS_OP_T;
  HOPPER_CHECK_CUBLAS(
      cublasLtMatmulDescSetAttribute(operation_, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof(transposed)));
  const auto m = static_cast<std::uint64_t>(problem.m);
  const auto n = static_cast<std::uint64_t>(problem.n);
  const auto k = static_cast<std::uint64_t>(problem.k);
  HOPPER_CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&b_, CUDA_R_16F, k, n, problem.k));
  HOPPER_CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&a_, CUDA_R_16F, k, m, problem.k));
  HOPPER_CHECK_CUBLAS(cublasLtMatrixLayoutCreate(&c_, CUDA_R_16F, n, m, problem.n));
  ask_heuristic(most_candidates);
}

CublasLtProduct::~CublasLtProduct() {
  for (cublasLtMatrixLayout_t layout : {a_, b_, c_}) {
    static_cast<void>(cublasLtMatrixLayoutDestroy(layout));
  }
  static_cast<void>(cublasLtMatmulDescDestroy(operation_));
  static_cast<void>(cublasLtDestroy(handle_));
}

void CublasLtProduct::ask_heuristic(int most_candidates) {
  cublasLtMatmulPreference_t preference = nullptr;
  HOPPER_CHECK_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
  const std::uint64_t workspace = workspace_bytes;
  candidates_.resize(static_cast<std::size_t>(most_candidates));
  int found = 0;
  const cublasStatus_t set = cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                                                  &workspace, sizeof(workspace));
  const cublasStatus_t asked = cublasLtMatmulAlgoGetHeuristic(handle_, operation_, b_, a_, c_, c_, preference,
                                                              most_candidates, candidates_.data(), &found);
  static_cast<void>(cublasLtMatmulPreferenceDestroy(preference));
  HOPPER_CHECK_CUBLAS(set);
  HOPPER_CHECK_CUBLAS(asked);
  candidates_.resize(static_cast<std::size_t>(found));
  std::erase_if(candidates_, [](const auto& candidate) { return candidate.state != CUBLAS_STATUS_SUCCESS; });
  if (candidates_.empty()) {
    throw DeviceError("cuBLASLt's heuristic knows no algorithm for this problem; leave cublaslt out of --versions");
  }
}

void CublasLtProduct::multiply(int candidate, const Operands& operands, cudaStream_t stream) const {
  const float alpha = 1;
  const float beta = 0;
  HOPPER_CHECK_CUBLAS(cublasLtMatmul(handle_, operation_, &alpha, operands.b, b_, operands.a, a_, &beta, operands.c, c_,
                                     operands.c, c_, &candidates_[static_cast<std::size_t>(candidate)].algo,
                                     workspace_.data(), static_cast<std::size_t>(workspace_bytes), stream));
}

}  // namespace matmul
