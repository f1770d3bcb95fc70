/// \file
/// The labs as the program and the tests see them.
#pragma once

#include <string>
#include <vector>

#include "emulation.hpp"
#include "harness/comparison.hpp"
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

/// K-tiles of 64 columns that a lab multiplies unless told otherwise: enough to go round the ring more than twice.
inline constexpr int default_k_tiles = 5;
/// The most K-tiles that a lab is run with.
inline constexpr int most_k_tiles = 1024;

/// The problem that every lab computes: one tile of C.
constexpr Problem lab_problem(int k_tiles) { return {64, 64, 64 * k_tiles}; }

/// What became of one run of a lab.
struct LabOutcome {
  Comparison comparison;  ///< of C with the exact product of integer operands
  EmulationReport report;
};

/// Runs a lab in the emulator.
/// \param fixed its repaired twin
/// \param k_tiles K-tiles of 64, from 1 to most_k_tiles
LabOutcome run_lab(const Lab& lab, bool fixed, const EmulationOptions& options, int k_tiles = default_k_tiles);

}  // namespace matmul
