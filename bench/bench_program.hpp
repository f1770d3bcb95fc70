/// \file
/// The program bench_matmul.
#pragma once

#include <functional>
#include <iosfwd>

#include "bench/runner.hpp"

namespace matmul {

/// What the program calls to measure; tests put something else in its place.
struct BenchBackend {
  std::function<BenchRun(const BenchOptions&, std::ostream&)> run = run_bench;
  std::function<std::string(const BenchOptions&)> profile = run_for_profiler;
  std::function<std::string()> list_configurations = configurations_text;
};

/// Does what the command line asks for.
/// \param out gets the report
/// \param error_output gets progress and messages about errors
/// \return 0; 1 for a wrong result, 2 for a command line that can't be followed, 3 when a device or library failed
int run_bench_program(const BenchBackend& backend, int argc, const char* const* argv, std::ostream& out,
                      std::ostream& error_output);

}  // namespace matmul
