/// \file
/// Runs of the four versions in the emulator on operands whose product is exact.
#pragma once

#include <vector>

#include "emulation.hpp"
#include "harness/comparison.hpp"
#include "problem.hpp"
#include "version.hpp"

namespace matmul_tests {

/// V1 to V4, compiled for the emulator.
std::vector<const matmul::Version*> emulated_versions();

/// What became of one run.
struct EmulatedRun {
  std::vector<matmul::HalfBits> c;  ///< the result
  matmul::Comparison comparison;    ///< of it with the exact product
  bool guards_intact = true;        ///< nothing was written before or behind C
  matmul::EmulationReport report;
};

/// Runs a configuration on integer operands. C is poisoned first and lies between two guard regions.
EmulatedRun run_emulated(const matmul::Configuration& configuration, const matmul::Problem& problem,
                         const matmul::EmulationOptions& options, std::uint64_t operand_seed = 0);

}  // namespace matmul_tests
