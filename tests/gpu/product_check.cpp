#include "product_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/gpu_operands.hpp"

namespace matmul_tests {

using matmul::Factor;
using matmul::HalfBits;
using matmul::MatrixFill;

namespace {

constexpr std::uint64_t seed = 12345;

}  // namespace

IndependentStream::IndependentStream() {
  HOPPER_CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

IndependentStream::~IndependentStream() { static_cast<void>(cudaStreamDestroy(stream_)); }

ProductCheck::ProductCheck(const matmul::Problem& problem, matmul::Init init, const matmul::CublasProduct& cublas,
                           const IndependentStream& stream)
    : problem_(problem),
      init_(init),
      stream_(stream.get()),
      a_(problem.m * problem.k),
      b_(problem.n * problem.k),
      reference_(problem.m * problem.n),
      guarded_c_(problem.m * problem.n + 2 * guard_elements) {
  matmul::fill_on_gpu(a_.data(), problem.m, MatrixFill(init, seed, Factor::a, problem.k), stream_);
  matmul::fill_on_gpu(b_.data(), problem.n, MatrixFill(init, seed, Factor::b, problem.k), stream_);
  matmul::poison_on_gpu(reference_.data(), reference_.size(), stream_);
  cublas.multiply({problem_, a_.data(), b_.data(), reference_.data()}, stream_);
}

matmul::Operands ProductCheck::operands() const {
  return {problem_, a_.data(), b_.data(), guarded_c_.data() + guard_elements};
}

std::string ProductCheck::find_fault(const matmul::Configuration& configuration) {
  matmul::poison_on_gpu(guarded_c_.data(), guarded_c_.size(), stream_);
  configuration.launch(operands(), stream_);
  const matmul::Comparison comparison = matmul::compare_on_gpu(operands().c, reference_.data(), problem_.m * problem_.n,
                                                               matmul::tolerance_for(init_, problem_.k), stream_);
  if (!comparison.passed()) {
    return fmt::format(
        "{} of {} elements are wrong ({} not finite), the first at row {}, column {}: {} instead of {}; largest "
        "absolute error {}",
        comparison.failures, comparison.elements, comparison.not_finite, comparison.first_failure / problem_.n,
        comparison.first_failure % problem_.n, comparison.first_value, comparison.first_reference,
        comparison.max_absolute_error);
  }
  return find_written_guard();
}

std::string ProductCheck::find_written_guard() const {
  std::vector<HalfBits> guard(static_cast<std::size_t>(guard_elements));
  const auto first_written = [&](const HalfBits* on_gpu) {
    HOPPER_CHECK_CUDA(cudaMemcpy(guard.data(), on_gpu, guard.size() * sizeof(HalfBits), cudaMemcpyDeviceToHost));
    const auto written =
        std::find_if(guard.begin(), guard.end(), [](HalfBits bits) { return bits != matmul::poison_bits; });
    return written == guard.end() ? -1 : written - guard.begin();
  };
  if (const auto before = first_written(guarded_c_.data()); before >= 0) {
    return fmt::format("{} elements before C, memory was written", guard_elements - before);
  }
  if (const auto after = first_written(guarded_c_.data() + guarded_c_.size() - guard_elements); after >= 0) {
    return fmt::format("{} elements after C's last, memory was written", after + 1);
  }
  return {};
}

}  // namespace matmul_tests
