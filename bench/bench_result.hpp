/// \file
/// All that one run of bench_matmul found out, and its forms: JSON, CSV and a table for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/shape_sets.hpp"
#include "bench/verdicts.hpp"
#include "harness/statistics.hpp"

namespace matmul {

/// Version of the JSON form; see bench/README.md.
inline constexpr int result_schema_version = 1;

/// The machine that measured.
struct BenchMachine {
  std::string gpu;
  int sm_count = 0;
  double boost_clock_mhz = 0;
  std::int64_t l2_bytes = 0;
  std::int64_t memory_bytes = 0;
  std::optional<double> power_limit_w;  ///< as enforced; nothing where NVML is missing, as in what follows
  std::optional<std::string> driver;    ///< like "580.65.06"
  std::string driver_cuda;              ///< newest CUDA version that the driver supports
  std::string cuda_runtime;
  std::string cublas;
};

/// Rounds of fewer milliseconds are over before NVML's figures follow: on an H200, clocks read during rounds of 10 ms
/// after a rest were those of the resting GPU, where ncu saw a quarter less. Such readings are recorded, but not shown.
inline constexpr double shortest_sampled_batch_ms = 100;

/// How it measured.
struct BenchMethod {
  int rounds = 0;
  double batch_ms = 0;
  double pause_ms = 0;
  double warmup_ms = 0;
  std::string init;
  std::uint64_t seed = 0;
};

/// One contender at one shape.
struct BenchRow {
  Shape shape;
  std::string contender;      ///< "v1" to "v4", "cublas" or "cublaslt"
  std::string configuration;  ///< "default" for cublas; the chosen heuristic for cublaslt, like "3 of 8"
  std::string title;          ///< what it is there to show
  // Of the versions only; 0 elsewhere.
  int block_m = 0;
  int block_n = 0;
  int block_k = 0;
  int stages = 0;
  int swizzle_size = 0;
  int consumer_groups = 0;

  int launches_per_round = 0;
  int operand_sets = 0;
  std::int64_t operand_bytes = 0;  ///< of A, B and C in one set
  bool operands_in_l2 = false;     ///< all sets together fit the L2 cache

  std::vector<double> times_ms;  ///< one launch, for each round
  double max_absolute_error = 0;
  std::int64_t checked_elements = 0;
  std::optional<double> sm_clock_mhz;  ///< median while it ran; nothing without NVML or when it was never caught
  std::optional<double> power_w;       ///< median of the board while it ran; NVML averages it over up to a second
  int clock_samples = 0;

  /// "v4" for a default configuration, else "v4:2-stages".
  std::string name() const;
};

/// One run.
struct BenchResult {
  std::string date;  ///< UTC, ISO 8601
  std::string commit;
  std::string command;
  std::string shapes_argument;
  BenchMachine machine;
  BenchMethod method;
  std::vector<BenchRow> rows;
  std::vector<Verdict> verdicts;
};

/// Figures that follow from a row.
struct RowFigures {
  Statistics ms;
  double teraflops = 0;
  double ratio_to_cublas = 0;  ///< of speeds, so above 1 is faster than cuBLAS
  double percent_of_peak = 0;
};

/// Dense fp16 peak at the boost clock, in TFLOP/s.
double peak_teraflops(const BenchMachine& machine);

/// The figures of a row.
/// \throws std::invalid_argument when the result has no times of cuBLAS at that shape
RowFigures figures(const BenchResult& result, const BenchRow& row);

/// The row of that name at that shape; null when there is none.
const BenchRow* find_row(const BenchResult& result, const Problem& problem, const std::string& name);

/// The rows as a table, shape by shape, ending in a newline.
std::string to_table(const BenchResult& result);

/// One JSON object; ends in a newline.
std::string to_json(const BenchResult& result);

/// Reads what to_json() wrote.
/// \throws InvalidInput naming `source` and what is wrong
BenchResult from_json(const std::string& text, const std::string& source);

/// A header line and a line a row.
std::string to_csv(const BenchResult& result);

}  // namespace matmul
