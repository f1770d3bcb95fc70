#include "bench/cublaslt_product.hpp"

#include "errors.hpp"

namespace matmul {
namespace {

// What NVIDIA's documentation recommends for Hopper (cuBLAS, "cublasSetWorkspace").
constexpr std::int64_t workspace_bytes = 32 << 20;

// What the heuristic is to keep to.
class Preference {
 public:
  Preference() {
    const std::uint64_t workspace = workspace_bytes;
    cublaslt().create_preference(&preference_);
    cublaslt().set_preference(preference_, CublasLtPreferenceAttribute::max_workspace_bytes, &workspace,
                              sizeof(workspace));
  }
  ~Preference() { cublaslt().destroy_preference.ignoring_failure(preference_); }
  Preference(const Preference&) = delete;
  Preference& operator=(const Preference&) = delete;

  CublasLtPreference get() const { return preference_; }

 private:
  CublasLtPreference preference_ = nullptr;
};

}  // namespace

CublasLtProduct::CublasLtProduct(const Problem& problem, int most_candidates) : workspace_(workspace_bytes) {
  cublaslt().create(&handle_);
  cublaslt().create_operation(&operation_, CublasCompute::fp32, CUDA_R_32F);
  // cuBLASLt reads memory by columns: our A, B and C are its A^T, B^T and C^T, and C^T = B * A^T.
  const CublasOperation transposed = CublasOperation::transposed;
  cublaslt().set_operation(operation_, CublasLtOperationAttribute::transpose_a, &transposed, sizeof(transposed));
  const auto m = static_cast<std::uint64_t>(problem.m);
  const auto n = static_cast<std::uint64_t>(problem.n);
  const auto k = static_cast<std::uint64_t>(problem.k);
  cublaslt().create_layout(&b_, CUDA_R_16F, k, n, problem.k);
  cublaslt().create_layout(&a_, CUDA_R_16F, k, m, problem.k);
  cublaslt().create_layout(&c_, CUDA_R_16F, n, m, problem.n);
  ask_heuristic(most_candidates);
}

CublasLtProduct::~CublasLtProduct() {
  for (CublasLtLayout layout : {a_, b_, c_}) {
    cublaslt().destroy_layout.ignoring_failure(layout);
  }
  cublaslt().destroy_operation.ignoring_failure(operation_);
  cublaslt().destroy.ignoring_failure(handle_);
}

void CublasLtProduct::ask_heuristic(int most_candidates) {
  const Preference preference;
  candidates_.resize(static_cast<std::size_t>(most_candidates));
  int found = 0;
  cublaslt().ask_heuristic(handle_, operation_, b_, a_, c_, c_, preference.get(), most_candidates, candidates_.data(),
                           &found);
  candidates_.resize(static_cast<std::size_t>(found));
  std::erase_if(candidates_, [](const auto& candidate) { return candidate.state != CublasStatus::success; });
  if (candidates_.empty()) {
    throw DeviceError("cuBLASLt's heuristic knows no algorithm for this problem; leave cublaslt out of --versions");
  }
}

void CublasLtProduct::multiply(int candidate, const Operands& operands, cudaStream_t stream) const {
  const float alpha = 1;
  const float beta = 0;
  cublaslt().multiply(handle_, operation_, &alpha, operands.b, b_, operands.a, a_, &beta, operands.c, c_, operands.c,
                      c_, &candidates_[static_cast<std::size_t>(candidate)].algorithm, workspace_.data(),
                      static_cast<std::size_t>(workspace_bytes), stream);
}

}  // namespace matmul
