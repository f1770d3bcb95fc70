#include "harness/cli/cpu_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "errors.hpp"
#include "half_bits.hpp"
#include "harness/reference_product.hpp"
#include "worker_threads.hpp"

namespace matmul {
namespace {

using Matrix = std::vector<HalfBits>;

std::size_t elements(std::int64_t rows, std::int64_t columns) { return static_cast<std::size_t>(rows * columns); }

class CpuDevice final : public Device {
 public:
  explicit CpuDevice(const CpuDeviceOptions& options) : options_(options) {
    EmulationOptions& emulation = options_.emulation;
    if (emulation.host_threads == 0) {
      emulation.host_threads = usable_cpus();
    }
    if (options_.events_file) {
      emulation.record_events = true;
      // Opened now, so that a wrong path is not found out after a long run.
      events_.open(*options_.events_file);
      if (!events_) {
        throw InvalidInput(
            fmt::format("--events: the file '{}' can't be written: {}", *options_.events_file, std::strerror(errno)));
      }
    }
  }

  DeviceSummary summary() const override {
    const int threads = options_.emulation.host_threads;
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
    EmulationSession session{.options = options_.emulation, .report = {}};
    configuration.launch(operands(), &session);
    report_ = std::move(session.report);
    if (options_.events_file) {
      write_chrome_trace(report_, events_);
      events_.close();
      if (!events_) {
        throw DeviceError(
            fmt::format("writing the event log to '{}' failed; is the disk full?", *options_.events_file));
      }
    }
  }

  std::string reference_name() const override { return "a double-precision reference"; }

  Comparison compare(const Tolerance& tolerance) override {
    return compare_with_reference(operands(), tolerance, options_.emulation.host_threads);
  }

  std::optional<Timing> time(const Configuration&, int, int) override { return std::nullopt; }

  std::optional<EmulationOutcome> emulation() const override {
    EmulationOutcome outcome{.options = options_.emulation,
                             .counts = report_.counts,
                             .hazards = {},
                             .json = to_json(report_),
                             .events_file = options_.events_file};
    std::transform(report_.hazards.begin(), report_.hazards.end(), std::back_inserter(outcome.hazards), format_hazard);
    return outcome;
  }

 private:
  Operands operands() { return {problem_, a_.data(), b_.data(), c_.data()}; }

  CpuDeviceOptions options_;
  std::ofstream events_;
  Problem problem_{};
  Matrix a_;
  Matrix b_;
  Matrix c_;
  EmulationReport report_;
};

}  // namespace

std::unique_ptr<Device> open_cpu_device(const CpuDeviceOptions& options) {
  return std::make_unique<CpuDevice>(options);
}

}  // namespace matmul
