#include "lab_gpu.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "device/cuda_check.hpp"
#include "errors.hpp"
#include "harness/gpu_info.hpp"
#include "harness/gpu_memory.hpp"
#include "lab_operands.hpp"
#include "lab_registry.hpp"

namespace matmul {
namespace {

// A copy of a matrix in GPU memory.
class GpuCopy {
 public:
  explicit GpuCopy(const std::vector<HalfBits>& matrix) : array_(static_cast<std::int64_t>(matrix.size())) {
    HOPPER_CHECK_CUDA(cudaMemcpy(data(), matrix.data(), bytes(), cudaMemcpyHostToDevice));
  }

  HalfBits* data() const { return array_.data(); }

  void copy_to(std::vector<HalfBits>& matrix) const {
    HOPPER_CHECK_CUDA(cudaMemcpy(matrix.data(), data(), bytes(), cudaMemcpyDeviceToHost));
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(array_.size()) * sizeof(HalfBits); }

  GpuArray<HalfBits> array_;
};

// Launches the kernel once and compares what it leaves in C.
Comparison launch_once(const hopper::labs::LabLaunch& launch, const Problem& problem, std::uint64_t seed) {
  LabOperands host(problem, seed);
  const GpuCopy a(host.a);
  const GpuCopy b(host.b);
  const GpuCopy c(host.c);
  launch({problem, a.data(), b.data(), c.data()}, cudaStream_t{});
  HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
  c.copy_to(host.c);
  return host.compare();
}

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
  const Problem problem = lab_problem(options.k_tiles);
  for (int i = 0; i < options.runs; ++i) {
    Comparison comparison;
    try {
      comparison = launch_once(launch, problem, options.seed + static_cast<std::uint64_t>(i));
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
