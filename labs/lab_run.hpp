/// \file
/// The labs as the program and the tests see them.
#pragma once

#include <string>
#include <vector>

#include "cli/comparison.hpp"
#include "emulation.hpp"
#include "problem.hpp"

namespace matmul {

/// A small broken pipeline and its repaired twin.
struct Lab {
  std::string name;      ///< of the folder in labs/
  std::string question;  ///< the head of broken.cu
  std::string answer;    ///< the head of fixed.cu
};

/// All labs, by name.
const std::vector<Lab>& labs();

/// The lab of that name.
/// \throws InvalidInput listing the names that exist
const Lab& find_lab(const std::string& name);

/// The problem that every lab computes: one tile of C, and K-tiles enough to go round the ring more than twice.
inline constexpr Problem lab_problem{64, 64, 320};

/// What became of one run of a lab.
struct LabOutcome {
  Comparison comparison;  ///< of C with the exact product of integer operands
  EmulationReport report;
};

/// Runs a lab in the emulator.
/// \param fixed its repaired twin
LabOutcome run_lab(const Lab& lab, bool fixed, const EmulationOptions& options);

}  // namespace matmul
