/// \file
/// Several sets of operands for one problem, gone round so that small problems don't live in the L2 cache.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "harness/comparison.hpp"
#include "harness/gpu_memory.hpp"
#include "harness/operand_fill.hpp"
#include "problem.hpp"

namespace matmul {

/// The matrices in GPU memory, and the reference for the first set.
class OperandSets {
 public:
  /// Fills all A and B, each set differently, and computes the reference with cuBLAS.
  /// \throws DeviceError when the memory does not suffice
  OperandSets(const Problem& problem, int num_sets, Init init, std::uint64_t seed, cudaStream_t stream);

  int size() const { return static_cast<int>(sets_.size()); }

  /// Set number `index` modulo size().
  Operands operands(int index) const;

  /// Fills the C of the first set with NaNs.
  void poison(cudaStream_t stream) const;

  /// Compares the C of the first set with the reference.
  Comparison compare(const Tolerance& tolerance, cudaStream_t stream) const;

  Init init() const { return init_; }
  const Problem& problem() const { return problem_; }

 private:
  struct Set {
    GpuArray<HalfBits> a;
    GpuArray<HalfBits> b;
    GpuArray<HalfBits> c;
  };
  Problem problem_;
  Init init_;
  std::vector<Set> sets_;
  GpuArray<HalfBits> reference_;
};

}  // namespace matmul
