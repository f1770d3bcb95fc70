#include "bench/operand_sets.hpp"

#include <algorithm>

#include "harness/cublas_product.hpp"
#include "harness/gpu_operands.hpp"

namespace matmul {

OperandSets::OperandSets(const Problem& problem, int num_sets, Init init, std::uint64_t seed, cudaStream_t stream)
    : problem_(problem), init_(init), reference_(problem.m * problem.n) {
  for (int i = 0; i < num_sets; ++i) {
    sets_.push_back({GpuArray<HalfBits>(problem.m * problem.k), GpuArray<HalfBits>(problem.n * problem.k),
                     GpuArray<HalfBits>(problem.m * problem.n)});
    const std::uint64_t set_seed = seed + static_cast<std::uint64_t>(i);
    fill_on_gpu(sets_.back().a.data(), problem.m, MatrixFill(init, set_seed, Factor::a, problem.k), stream);
    fill_on_gpu(sets_.back().b.data(), problem.n, MatrixFill(init, set_seed, Factor::b, problem.k), stream);
  }
  poison_on_gpu(reference_.data(), reference_.size(), stream);
  const Operands first = operands(0);
  CublasProduct(CublasProduct::Mode::precise).multiply({problem, first.a, first.b, reference_.data()}, stream);
  HOPPER_CHECK_CUDA(cudaStreamSynchronize(stream));
}

Operands OperandSets::operands(int index) const {
  const Set& set = sets_[static_cast<std::size_t>(index) % sets_.size()];
  return {problem_, set.a.data(), set.b.data(), set.c.data()};
}

void OperandSets::poison(cudaStream_t stream) const {
  poison_on_gpu(sets_.front().c.data(), sets_.front().c.size(), stream);
}

Comparison OperandSets::compare(const Tolerance& tolerance, cudaStream_t stream) const {
  return compare_on_gpu(sets_.front().c.data(), reference_.data(), reference_.size(), tolerance, stream);
}

}  // namespace matmul
