/// \file
/// Devices that answer what a test tells them to, so that the program around them can be looked at on any machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness/cli/program.hpp"

namespace matmul_tests {

/// What a fake device answers, and what it was asked.
struct FakeState {
  matmul::DeviceSummary summary;
  matmul::Problem default_problem{};
  matmul::Comparison comparison;
  std::optional<matmul::Timing> timing;
  std::optional<matmul::EmulationOutcome> emulation;

  matmul::EmulationOptions opened_with;
  matmul::Problem problem{};
  matmul::Init init{};
  std::uint64_t seed = 0;
  std::string ran;
  int comparisons = 0;
  std::optional<std::pair<int, int>> timed;  ///< warmup and iterations
};

class FakeDevice final : public matmul::Device {
 public:
  explicit FakeDevice(FakeState& state) : state_(state) {}
  matmul::DeviceSummary summary() const override { return state_.summary; }
  matmul::Problem default_problem() const override { return state_.default_problem; }
  void prepare(const matmul::Problem& problem, matmul::Init init, std::uint64_t seed) override {
    state_.problem = problem;
    state_.init = init;
    state_.seed = seed;
  }
  void run(const matmul::Configuration& configuration) override {
    state_.ran = configuration.name;
    configuration.launch({state_.problem, nullptr, nullptr, nullptr}, matmul::Stream{});
  }
  std::string reference_name() const override { return "a fake reference"; }
  matmul::Comparison compare(const matmul::Tolerance&) override {
    ++state_.comparisons;
    return state_.comparison;
  }
  std::optional<matmul::Timing> time(const matmul::Configuration&, int warmup, int iterations) override {
    state_.timed = {warmup, iterations};
    return state_.timing;
  }
  std::optional<matmul::EmulationOutcome> emulation() const override { return state_.emulation; }

 private:
  FakeState& state_;
};

/// A GPU on which everything goes well: 8192 cubed in 1.6 ms, cuBLAS in 1.5 ms.
inline FakeState good_gpu() {
  FakeState state;
  state.summary = {.kind = "gpu",
                   .name = "a fake GPU",
                   .gpu = matmul::GpuInfo{.index = 0,
                                          .name = "Fake H100",
                                          .compute_major = 9,
                                          .compute_minor = 0,
                                          .sm_count = 132,
                                          .boost_clock_khz = 1'830'000,
                                          .l2_bytes = 50 << 20,
                                          .memory_bytes = std::int64_t{80} << 30,
                                          .driver_version = "13.0",
                                          .runtime_version = "13.0"}};
  state.default_problem = {8192, 8192, 8192};
  state.comparison.elements = 8192 * 8192;
  state.timing = matmul::Timing{.warmup = 3,
                                .iterations = 20,
                                .version_ms = {.median = 1.6, .min = 1.5, .max = 1.75},
                                .cublas_ms = {.median = 1.5, .min = 1.375, .max = 1.625}};
  return state;
}

/// An emulator that finds nothing wrong.
inline FakeState good_cpu() {
  FakeState state;
  state.summary = {.kind = "cpu", .name = "a fake emulator", .gpu = std::nullopt};
  state.default_problem = {512, 512, 512};
  state.comparison.elements = 512 * 512;
  state.emulation = matmul::EmulationOutcome{.options = {},
                                             .report = {.counts = {.ctas = 8,
                                                                   .barrier_waits = 1234,
                                                                   .tma_loads = 96,
                                                                   .tma_bytes = 3 << 20,
                                                                   .wgmmas = 512,
                                                                   .shared_accesses = 1,
                                                                   .orderings = 7654321},
                                                        .hazards = {},
                                                        .events = {}}};
  return state;
}

/// A program whose devices are fakes.
class FakeProgram {
 public:
  /// Null: the program was built without that part.
  FakeProgram(FakeState* gpu, FakeState* cpu) {
    version_.name = "v4";
    version_.title = "a title";
    for (const char* name : {"default", "other"}) {
      version_.configurations.push_back({.name = name,
                                         .why = std::string("why ") + name,
                                         .block_m = 128,
                                         .block_n = 256,
                                         .block_k = 64,
                                         .num_stages = 3,
                                         .swizzle_size = 4,
                                         .num_consumer_groups = 2,
                                         .num_threads = 288,
                                         .shared_bytes = 148480,
                                         .launch = [this](const matmul::Operands&, matmul::Stream) { launch_(); }});
    }
    program_.name = "v4";
    if (gpu != nullptr) {
      program_.gpu = matmul::GpuPart{&version_, [this, gpu] {
                                       return missing_gpu_.empty()
                                                  ? matmul::GpuDeviceSearch{std::make_unique<FakeDevice>(*gpu), ""}
                                                  : matmul::GpuDeviceSearch{nullptr, missing_gpu_};
                                     }};
    }
    if (cpu != nullptr) {
      program_.cpu = matmul::CpuPart{&version_, [cpu](const matmul::EmulationOptions& options) {
                                       cpu->opened_with = options;
                                       return std::make_unique<FakeDevice>(*cpu);
                                     }};
    }
  }
  FakeProgram(const FakeProgram&) = delete;
  FakeProgram& operator=(const FakeProgram&) = delete;

  /// No GPU is found from now on.
  void lose_gpu(const std::string& reason) { missing_gpu_ = reason; }
  /// What every launch does from now on.
  void on_launch(std::function<void()> launch) { launch_ = std::move(launch); }
  const matmul::Program& program() const { return program_; }

 private:
  matmul::Version version_;
  matmul::Program program_;
  std::string missing_gpu_;
  std::function<void()> launch_ = [] {};
};

}  // namespace matmul_tests
