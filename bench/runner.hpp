/// \file
/// Measuring on a GPU.
#pragma once

#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>

#include "bench/bench_options.hpp"
#include "bench/bench_result.hpp"

namespace matmul {

/// A contender's result differs from the reference, so it was not timed. Exit code 1.
class WrongResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The outcome of a run that was asked for.
struct BenchRun {
  std::optional<BenchResult> result;  ///< nothing when there is no Hopper GPU
  std::string reason;                 ///< why there is none, as a clause
};

/// Measures what `options` ask for.
/// \param progress gets lines about what is going on
/// \throws InvalidInput for a configuration that does not exist, WrongResult, DeviceError
BenchRun run_bench(const BenchOptions& options, std::ostream& progress);

/// Runs one row of `options` once between cudaProfilerStart() and cudaProfilerStop().
/// \return why it could not, as a clause; empty when it could
/// \throws as run_bench()
std::string run_for_profiler(const BenchOptions& options);

/// The versions' configurations, for people.
std::string configurations_text();

}  // namespace matmul
