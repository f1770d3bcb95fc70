/// \file
/// All that one run of a program found out, and its two forms: text for people and JSON for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/comparison.hpp"
#include "cli/device.hpp"
#include "cli/operand_fill.hpp"
#include "problem.hpp"
#include "version.hpp"

namespace matmul {

/// The outcome of comparing C with its reference.
struct Check {
  std::string reference;
  Tolerance tolerance;
  Comparison comparison;
};

/// Everything about one run.
struct RunReport {
  std::string version;
  std::string title;
  Configuration configuration;
  DeviceSummary device;
  std::string device_reason;  ///< why this device, as a clause: "no NVIDIA GPU is visible"
  Problem problem;
  Init init;
  std::uint64_t seed;
  std::optional<Check> check;    ///< nothing with --no-check
  std::optional<Timing> timing;  ///< nothing on the CPU, with --iterations 0, or when the check failed
  std::optional<EmulationOutcome> emulation;
  double seconds = 0;  ///< in all, as a clock on the wall measures

  /// Whether nothing wrong was found.
  bool passed() const { return (!check || check->comparison.passed()) && (!emulation || emulation->hazards.empty()); }
};

/// Figures that follow from a report's timing.
struct Performance {
  double teraflops;
  double cublas_teraflops;
  double percent_of_cublas;
  double peak_teraflops;  ///< see fp16_peak_teraflops()
  double percent_of_peak;
  bool fits_l2;  ///< A, B and C fit the L2 cache together, so that they may never leave it between rounds
};

/// \param report of a run on a GPU, with its timing
Performance performance(const RunReport& report);

/// The report for people; ends in a newline.
std::string to_text(const RunReport& report);

/// The report as one JSON object; ends in a newline. What a run does not have is null there.
std::string to_json(const RunReport& report);

/// The configurations of a version for people, and as one JSON array.
std::string configurations_to_text(const Version& version);
std::string configurations_to_json(const Version& version);

}  // namespace matmul
