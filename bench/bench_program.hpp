/// \file
/// The program bench_matmul.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "bench/runner.hpp"

namespace matmul {

/// What the program knows of this build; tests put something else in the GPU's place.
struct BenchBackend {
  Versions versions;   ///< that can be named
  std::string commit;  ///< at which it was configured
  /// run_bench()
  std::function<BenchRecord(const BenchOptions&, std::ostream&)> run;
  /// run_for_profiler()
  std::function<void(const BenchOptions&)> profile;
};

/// Does what the command line asks for.
/// \param out gets the report
/// \param error_output gets messages about errors
/// \return an ExitCode: 1 when a contender computes something else than cuBLAS, 3 when there is no Hopper GPU
int run_bench_program(const BenchBackend& backend, int argc, const char* const* argv, std::ostream& out,
                      std::ostream& error_output);

}  // namespace matmul
