#include "harness/cli/cpu_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "half_bits.hpp"
#include "harness/reference_product.hpp"

namespace matmul {
namespace {

using Matrix = std::vector<HalfBits>;

std::size_t elements(std::int64_t rows, std::int64_t columns) { return static_cast<std::size_t>(rows * columns); }

class CpuDevice final : public Device {
 public:
  explicit CpuDevice(const EmulationOptions& options) : options_(options) {
    if (options_.host_threads == 0) {
      options_.host_threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    }
  }

  DeviceSummary summary() const override {
    const int threads = options_.host_threads;
    return {.kind = "cpu",
            .name = fmt::format("the emulator, on {} CPU thread{}", threads, threads == 1 ? "" : "s"),
            .gpu = std::nullopt};
  }

  Problem default_problem() const override { return {512, 512, 512}; }

  void prepare(const Problem& problem, Init init, std::uint64_t seed) override {
    problem_ = problem;
    a_.resize(elements(problem.m, problem.k));
    b_.resize(elements(problem.n, problem.k));
    c_.resize(elements(problem.m, problem.n));
    fill(a_.data(), problem.m, MatrixFill(init, seed, Factor::a, problem.k));
    fill(b_.data(), problem.n, MatrixFill(init, seed, Factor::b, problem.k));
  }

  void run(const Configuration& configuration) override {
    std::fill(c_.begin(), c_.end(), poison_bits);
    EmulationSession session{.options = options_, .report = {}};
    session.options.on_progress = progress_;
    configuration.launch(operands(), &session);
    report_ = std::move(session.report);
  }

  std::string reference_name() const override { return "a double-precision reference"; }

  Comparison compare(const Tolerance& tolerance) override {
    return compare_with_reference(operands(), tolerance, options_.host_threads);
  }

  std::optional<Timing> time(const Configuration&, int, int) override { return std::nullopt; }

  std::optional<EmulationOutcome> emulation() const override {
    return EmulationOutcome{.options = options_, .report = report_};
  }

 private:
  Operands operands() { return {problem_, a_.data(), b_.data(), c_.data()}; }

  EmulationOptions options_;
  Problem problem_{};
  Matrix a_;
  Matrix b_;
  Matrix c_;
  EmulationReport report_;
};

}  // namespace

std::unique_ptr<Device> open_cpu_device(const EmulationOptions& options) {
  return std::make_unique<CpuDevice>(options);
}

}  // namespace matmul
