/// \file
/// Measuring on a GPU.
#pragma once

#include <iosfwd>
#include <stdexcept>

#include "bench/bench_options.hpp"
#include "bench/bench_record.hpp"
#include "errors.hpp"

namespace matmul {

/// A contender's result differs from the reference, so it was not timed. Exit code 1.
class WrongResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is no Hopper GPU to measure on. Exit code 3.
class NoGpu : public DeviceError {
 public:
  /// \param reason why there is none, as a clause
  explicit NoGpu(const std::string& reason)
      : DeviceError("nothing was measured: " + reason +
                    "; `python3 bench/show.py` prints what was recorded on an H200") {}
};

/// Measures what `options` ask for.
/// \param notes gets what a reader of the record should know
/// \throws NoGpu, WrongResult, DeviceError
BenchRecord run_bench(const BenchOptions& options, std::ostream& notes);

/// Runs one row of `options` once between cudaProfilerStart() and cudaProfilerStop().
/// \throws as run_bench()
void run_for_profiler(const BenchOptions& options);

}  // namespace matmul
