/// \file
/// What one run of bench_matmul measured. Its form in JSON is stated and checked by bench/recorded.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/shape_sets.hpp"

namespace matmul {

/// The machine that measured.
struct BenchMachine {
  std::string gpu;                      ///< as the driver calls it
  int sm_count = 0;                     ///< streaming multiprocessors
  double boost_clock_mhz = 0;           ///< highest SM clock
  std::int64_t l2_bytes = 0;            ///< size of the L2 cache
  std::int64_t memory_bytes = 0;        ///< size of the GPU's memory
  std::optional<double> power_limit_w;  ///< as enforced; nothing where NVML is missing, as in what follows
  std::optional<std::string> driver;    ///< like "580.65.06"
  std::string driver_cuda;              ///< newest CUDA version that the driver supports
  std::string cuda_runtime;             ///< CUDA version that the program was built with
  std::string cublas;                   ///< version of cuBLAS
};

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
  std::string contender;      ///< a version, "cublas" or "cublaslt"
  std::string configuration;  ///< "default" for cublas; the chosen suggestion for cublaslt, like "3 of 8"
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
  std::int64_t checked_elements = 0;
  double max_absolute_error = 0;
  int clock_readings = 0;            ///< all that NVML gave while it ran
  std::vector<double> sm_clock_mhz;  ///< the last reading of each round that had one
  std::vector<double> power_w;       ///< the same of the board's power, which NVML averages over up to a second
  std::vector<double> times_ms;      ///< one launch, for each round

  /// "v4" for a default configuration, else "v4:2-stages".
  std::string name() const;
};

/// One run.
struct BenchRecord {
  std::string date;    ///< UTC, ISO 8601
  std::string commit;  ///< of the project
  std::string command;
  std::string shapes_argument;
  BenchMachine machine;
  BenchMethod method;
  std::vector<BenchRow> rows;
};

/// One JSON object, a row a line; ends in a newline.
std::string to_json(const BenchRecord& record);

/// The medians for people, shape by shape, ending in a newline; bench/show.py tells more of a record.
std::string to_table(const BenchRecord& record);

}  // namespace matmul
