#include "bench/interleaved_rounds.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <exception>
#include <string>

namespace matmul {
namespace {

// Collects the times of all repetitions and prints nothing.
class TimesReporter final : public benchmark::BenchmarkReporter {
 public:
  explicit TimesReporter(std::size_t count) : milliseconds(count) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration) {
        milliseconds[std::stoul(run.run_name.function_name)].push_back(1e3 * run.real_accumulated_time /
                                                                       static_cast<double>(run.iterations));
      }
    }
  }

  std::vector<std::vector<double>> milliseconds;
};

void enable_random_interleaving() {
  std::array<std::string, 2> arguments = {"bench_matmul", "--benchmark_enable_random_interleaving=true"};
  std::array<char*, 3> argv = {arguments[0].data(), arguments[1].data(), nullptr};
  int argc = 2;
  benchmark::Initialize(&argc, argv.data());
}

}  // namespace

std::vector<std::vector<double>> measure_interleaved(std::size_t count, int rounds, const Measure& measure) {
  enable_random_interleaving();
  benchmark::ClearRegisteredBenchmarks();
  std::exception_ptr failure;
  for (std::size_t index = 0; index < count; ++index) {
    const auto repetition = [&failure, &measure, index](benchmark::State& state) {
      for ([[maybe_unused]] auto unused : state) {
        if (failure) {
          state.SkipWithError("an earlier one failed");
          return;
        }
        try {
          state.SetIterationTime(1e-3 * measure(index));
        } catch (...) {
          failure = std::current_exception();
          state.SkipWithError("failed");
          return;
        }
      }
    };
    // The name is the index, by which the reporter finds the row again.
    benchmark::RegisterBenchmark(std::to_string(index).c_str(), repetition)
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(rounds);
  }
  TimesReporter reporter(count);
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::ClearRegisteredBenchmarks();
  if (failure) {
    std::rethrow_exception(failure);
  }
  return std::move(reporter.milliseconds);
}

}  // namespace matmul
