/// \file
/// The command line of bench_matmul.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/shape_sets.hpp"
#include "harness/operand_fill.hpp"
#include "harness/report_output.hpp"
#include "version.hpp"

namespace matmul {

/// One thing to measure: a configuration of a version, or a library.
struct Target {
  std::string contender;                         ///< a version's name, "cublas" or "cublaslt"
  const Version* version = nullptr;              ///< null for a library
  const Configuration* configuration = nullptr;  ///< null for a library

  bool operator==(const Target&) const = default;
};

/// What the command line asks for.
struct BenchOptions {
  std::vector<Shape> shapes;
  std::string shapes_argument;  ///< as given
  std::vector<Target> targets;  ///< cublas is always among them, and first
  int rounds = 15;
  double batch_ms = 10;
  double pause_ms = 50;  ///< idle before each round
  double warmup_ms = 400;
  Init init = Init::uniform;
  std::uint64_t seed = 0;  ///< of the values and of the order of rounds
  bool rotate = true;      ///< small problems go round several sets of operands
  ReportOutput report;     ///< where the record goes
  std::string commit;      ///< of the project, as recorded
  std::optional<Target> profile_one;
  bool list = false;
  std::string command;  ///< the command line itself
  std::string help;     ///< not empty when help was asked for, which is then all that is to be done
};

/// The versions that a program knows.
using Versions = std::vector<const Version*>;

/// Reads the command line.
/// \param commit the build's, which the environment variable HOPPER_COMMIT and the option --commit override
/// \throws InvalidInput for a command line that can't be followed
BenchOptions parse_bench_options(const Versions& versions, const std::string& commit, int argc,
                                 const char* const* argv);

}  // namespace matmul
