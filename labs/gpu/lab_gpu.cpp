#include "lab_gpu.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "cli/gpu_info.hpp"
#include "cli/gpu_memory.hpp"
#include "cli/reference_product.hpp"
#include "cuda_check.hpp"
#include "errors.hpp"
#include "half_bits.hpp"
#include "lab_registry.hpp"

namespace matmul {
namespace {

template <typename Element>
void copy_to_gpu(GpuArray<Element>& to, const std::vector<Element>& from) {
  HOPPER_CHECK_CUDA(cudaMemcpy(to.data(), from.data(), from.size() * sizeof(Element), cudaMemcpyHostToDevice));
}

// Launches the kernel once and compares what it leaves in C.
class LabRun {
 public:
  LabRun(const hopper::labs::LabLaunch& launch, const Problem& problem)
      : launch_(launch),
        problem_(problem),
        a_(static_cast<std::size_t>(problem.m * problem.k)),
        b_(static_cast<std::size_t>(problem.n * problem.k)),
        c_(static_cast<std::size_t>(problem.m * problem.n)),
        gpu_a_(problem.m * problem.k),
        gpu_b_(problem.n * problem.k),
        gpu_c_(problem.m * problem.n) {}

  Comparison operator()(std::uint64_t seed) {
    fill(a_.data(), problem_.m, MatrixFill(Init::integer, seed, Factor::a, problem_.k));
    fill(b_.data(), problem_.n, MatrixFill(Init::integer, seed, Factor::b, problem_.k));
    c_.assign(c_.size(), poison_bits);
    copy_to_gpu(gpu_a_, a_);
    copy_to_gpu(gpu_b_, b_);
    copy_to_gpu(gpu_c_, c_);
    launch_({problem_, gpu_a_.data(), gpu_b_.data(), gpu_c_.data()}, nullptr);
    HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
    HOPPER_CHECK_CUDA(cudaMemcpy(c_.data(), gpu_c_.data(), c_.size() * sizeof(HalfBits), cudaMemcpyDeviceToHost));
    return compare_with_reference({problem_, a_.data(), b_.data(), c_.data()}, tolerance_for(Init::integer, problem_.k),
                                  1);
  }

 private:
  const hopper::labs::LabLaunch& launch_;
  Problem problem_;
  std::vector<HalfBits> a_;
  std::vector<HalfBits> b_;
  std::vector<HalfBits> c_;
  GpuArray<HalfBits> gpu_a_;
  GpuArray<HalfBits> gpu_b_;
  GpuArray<HalfBits> gpu_c_;
};

}  // namespace

GpuLabOutcome run_lab_on_gpu(const Lab& lab, bool fixed, const GpuLabOptions& options) {
  const GpuSearch search = find_hopper_gpu();
  if (!search.gpu) {
    throw DeviceError(fmt::format("--device gpu needs a Hopper GPU, but {}", search.reason));
  }
  const auto launch = hopper::labs::find_lab_launch(lab.name, fixed);
  if (!launch) {
    throw std::logic_error(fmt::format("the program was built without the GPU's kernel of lab '{}'", lab.name));
  }
  GpuLabOutcome outcome{.gpu = search.gpu->name, .worst = {}, .failure = {}};
  LabRun run(launch, lab_problem(options.k_tiles));
  for (int i = 0; i < options.runs; ++i) {
    Comparison comparison;
    try {
      comparison = run(options.seed + static_cast<std::uint64_t>(i));
    } catch (const DeviceError& error) {
      outcome.failure = error.what();  // the context is lost: no launch can follow
      break;
    }
    ++outcome.runs;
    if (!comparison.passed()) {
      ++outcome.wrong_runs;
    }
    if (outcome.runs == 1 || comparison.failures > outcome.worst.failures) {
      outcome.worst = comparison;
    }
  }
  return outcome;
}

}  // namespace matmul
