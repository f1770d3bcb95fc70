/// \file
/// The product as cuBLASLt computes it, by an algorithm that the caller picks.
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "bench/cublaslt_library.hpp"
#include "harness/gpu_memory.hpp"
#include "problem.hpp"

namespace matmul {

/// `cublasLtMatmul` with fp16 matrices and fp32 computation, for one problem.
class CublasLtProduct {
 public:
  /// Asks cuBLASLt's heuristic for its suggestions.
  /// \param most_candidates how many to ask for
  /// \throws CublasMissing when there is no cuBLASLt, DeviceError when it fails or suggests nothing
  CublasLtProduct(const Problem& problem, int most_candidates);
  ~CublasLtProduct();
  CublasLtProduct(const CublasLtProduct&) = delete;
  CublasLtProduct& operator=(const CublasLtProduct&) = delete;

  /// Number of suggestions, best guess first; at least 1.
  int num_candidates() const { return static_cast<int>(candidates_.size()); }

  /// Enqueues C = A * B^T on `stream` by suggestion number `candidate`.
  /// \throws DeviceError when the call fails
  void multiply(int candidate, const Operands& operands, cudaStream_t stream) const;

 private:
  void ask_heuristic(int most_candidates);

  CublasLtHandle handle_ = nullptr;
  CublasLtOperation operation_ = nullptr;
  CublasLtLayout a_ = nullptr;
  CublasLtLayout b_ = nullptr;
  CublasLtLayout c_ = nullptr;
  GpuArray<unsigned char> workspace_;
  std::vector<CublasLtSuggestion> candidates_;
};

}  // namespace matmul
