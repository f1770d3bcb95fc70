#include <cuda_profiler_api.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <ctime>
#include <ostream>
#include <thread>

#include "bench/batch_timer.hpp"
#include "bench/clock_sampler.hpp"
#include "bench/contender.hpp"
#include "bench/interleaved_rounds.hpp"
#include "bench/operand_count.hpp"
#include "bench/runner.hpp"
#include "device/cuda_check.hpp"
#include "errors.hpp"
#include "harness/gpu_info.hpp"
#include "harness/progress_line.hpp"

namespace matmul {
namespace {

// Measures one shape.
class ShapeBench {
 public:
  ShapeBench(const BenchOptions& options, const Shape& shape, const GpuInfo& gpu, const CublasProduct& cublas,
             const Nvml* nvml, BatchTimer& timer)
      : options_(options),
        timer_(timer),
        sampler_(nvml),
        operands_(shape.problem,
                  options.rotate ? sets_beyond_l2(shape.problem, gpu.l2_bytes, BatchTimer::largest_batch) : 1,
                  options.init, options.seed, timer.stream()) {
    progress_.show(shape_text(shape.problem) + ": checking and tuning");
    for (const Target& target : options.targets) {
      contenders_.push_back(ContenderFactory(cublas).make(target, shape, operands_, timer));
    }
  }

  std::vector<BenchRow> run() {
    for (Contender& contender : contenders_) {
      check_result(contender);
    }
    for (Contender& contender : contenders_) {
      plan_batch(contender);
    }
    warm_up();
    measure();
    std::vector<BenchRow> rows;
    for (Contender& contender : contenders_) {
      rows.push_back(std::move(contender.row));
    }
    return rows;
  }

 private:
  void check_result(Contender& contender) const {
    const Comparison comparison = check(contender, operands_, timer_.stream());
    if (!comparison.passed()) {
      throw WrongResult(fmt::format(
          "{} computes {} wrongly, so nothing is timed: {} of {} elements differ from cuBLAS by more than the "
          "tolerance; C[{}, {}] is {}, but should be {}",
          contender.row.name(), shape_text(operands_.problem()), comparison.failures, comparison.elements,
          comparison.first_failure / operands_.problem().n, comparison.first_failure % operands_.problem().n,
          comparison.first_value, comparison.first_reference));
    }
    contender.row.checked_elements = comparison.elements;
    contender.row.max_absolute_error = comparison.max_absolute_error;
  }

  double time_batch(const Contender& contender, int launches) const {
    return timer_.milliseconds_per_launch(
        launches, [&](int i, cudaStream_t stream) { contender.launch(operands_.operands(i), stream); });
  }

  void plan_batch(Contender& contender) const {
    const double launch_ms = time_batch(contender, 2);
    BenchRow& row = contender.row;
    row.launches_per_round =
        launches_in_batch(launch_ms, options_.batch_ms, operands_.size(), BatchTimer::largest_batch);
    row.operand_sets = operands_.size();
  }

  void warm_up() const {
    const auto start = std::chrono::steady_clock::now();
    const auto length = std::chrono::duration<double, std::milli>(options_.warmup_ms);
    do {
      for (const Contender& contender : contenders_) {
        time_batch(contender, contender.row.launches_per_round);
      }
    } while (std::chrono::steady_clock::now() - start < length);
  }

  double run_round(std::size_t index) {
    Contender& contender = contenders_[index];
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(options_.pause_ms));
    sampler_.begin_round();
    const double milliseconds = time_batch(contender, contender.row.launches_per_round);
    add_clock(contender.row, sampler_.end_round());
    progress_.count(shape_text(operands_.problem()).c_str(), ++rounds_done_,
                    static_cast<std::int64_t>(contenders_.size()) * options_.rounds, "rounds");
    return milliseconds;
  }

  static void add_clock(BenchRow& row, const ClockSampler::Round& round) {
    row.clock_readings += round.readings;
    if (round.last) {
      row.sm_clock_mhz.push_back(round.last->sm_clock_mhz);
      row.power_w.push_back(round.last->power_w);
    }
  }

  void measure() {
    auto milliseconds = measure_interleaved(contenders_.size(), options_.rounds, options_.seed,
                                            [&](std::size_t index) { return run_round(index); });
    for (std::size_t index = 0; index < contenders_.size(); ++index) {
      contenders_[index].row.times_ms = std::move(milliseconds[index]);
    }
  }

  const BenchOptions& options_;
  BatchTimer& timer_;
  ProgressLine progress_{terminal()};
  ClockSampler sampler_;
  OperandSets operands_;
  std::vector<Contender> contenders_;
  std::int64_t rounds_done_ = 0;
};

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::unique_ptr<Nvml> open_nvml(const GpuInfo& gpu) {
  std::array<char, 32> pci_address{};
  HOPPER_CHECK_CUDA(cudaDeviceGetPCIBusId(pci_address.data(), static_cast<int>(pci_address.size()), gpu.index));
  return Nvml::open(pci_address.data());
}

BenchMachine describe_machine(const GpuInfo& gpu, const Nvml* nvml) {
  return {.gpu = gpu.name,
          .sm_count = gpu.sm_count,
          .boost_clock_mhz = gpu.boost_clock_khz / 1e3,
          .l2_bytes = gpu.l2_bytes,
          .memory_bytes = gpu.memory_bytes,
          .power_limit_w = nvml == nullptr ? std::nullopt : nvml->power_limit_w(),
          .driver = nvml == nullptr ? std::nullopt : nvml->driver_version(),
          .driver_cuda = gpu.driver_version,
          .cuda_runtime = gpu.runtime_version,
          .cublas = cublas_version()};
}

}  // namespace

BenchRecord run_bench(const BenchOptions& options, std::ostream& notes) {
  const GpuSearch search = find_hopper_gpu();
  if (!search.gpu) {
    throw NoGpu(search.reason);
  }
  const std::unique_ptr<Nvml> nvml = open_nvml(*search.gpu);
  if (nvml == nullptr) {
    notes << "NVML could not be opened, so clocks and power are not recorded\n";
  }
  const CublasProduct cublas(CublasProduct::Mode::as_default);
  BatchTimer timer;
  BenchRecord record{.date = utc_now(),
                     .commit = options.commit,
                     .command = options.command,
                     .shapes_argument = options.shapes_argument,
                     .machine = describe_machine(*search.gpu, nvml.get()),
                     .method = {.rounds = options.rounds,
                                .batch_ms = options.batch_ms,
                                .pause_ms = options.pause_ms,
                                .warmup_ms = options.warmup_ms,
                                .init = init_name(options.init),
                                .seed = options.seed},
                     .rows = {}};
  for (const Shape& shape : options.shapes) {
    ShapeBench bench(options, shape, *search.gpu, cublas, nvml.get(), timer);
    for (BenchRow& row : bench.run()) {
      record.rows.push_back(std::move(row));
    }
  }
  return record;
}

void run_for_profiler(const BenchOptions& options) {
  const GpuSearch search = find_hopper_gpu();
  if (!search.gpu) {
    throw NoGpu(search.reason);
  }
  const CublasProduct cublas(CublasProduct::Mode::as_default);
  BatchTimer timer(BatchTimer::Gate::left_out);
  const Shape& shape = options.shapes.front();
  const OperandSets operands(shape.problem, 1, options.init, options.seed, timer.stream());
  const Contender contender = ContenderFactory(cublas).make(*options.profile_one, shape, operands, timer);
  if (!check(contender, operands, timer.stream()).passed()) {
    throw WrongResult(contender.row.name() + " computes a wrong result, so there is nothing to profile");
  }
  HOPPER_CHECK_CUDA(cudaProfilerStart());
  contender.launch(operands.operands(0), timer.stream());
  HOPPER_CHECK_CUDA(cudaStreamSynchronize(timer.stream()));
  HOPPER_CHECK_CUDA(cudaProfilerStop());
}

}  // namespace matmul
