/// \file
/// What competes: the versions' configurations, cuBLAS and cuBLASLt.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/batch_timer.hpp"
#include "bench/bench_options.hpp"
#include "bench/bench_record.hpp"
#include "bench/operand_sets.hpp"
#include "harness/cublas_product.hpp"

namespace matmul {

/// One competitor at one shape.
struct Contender {
  BenchRow row;  ///< its description, to which the measurements are added
  std::function<void(const Operands&, cudaStream_t)> launch;
  bool is_library = false;  ///< cuBLAS or cuBLASLt, which may add partial sums in fp16
};

/// Makes contenders.
class ContenderFactory {
 public:
  explicit ContenderFactory(const CublasProduct& cublas) : cublas_(cublas) {}

  /// The contender of a target at a shape. Of cuBLASLt's suggestions the fastest is taken, by timing those whose
  /// result is right.
  Contender make(const Target& target, const Shape& shape, const OperandSets& operands, BatchTimer& timer) const;

 private:
  Contender best_of_cublaslt(const Shape& shape, const OperandSets& operands, BatchTimer& timer) const;

  const CublasProduct& cublas_;
};

/// Suggestions that are asked of cuBLASLt's heuristic.
inline constexpr int cublaslt_candidates = 8;

/// Runs a contender once on the first set of operands and compares its C with the reference.
Comparison check(const Contender& contender, const OperandSets& operands, cudaStream_t stream);

}  // namespace matmul
