/// \file
/// All that one run of a program found out, and its two forms: text for people and JSON for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "harness/cli/device.hpp"
#include "harness/comparison.hpp"
#include "harness/operand_fill.hpp"
#include "problem.hpp"
#include "version.hpp"

namespace matmul {

/// The outcome of comparing C with its reference.
struct Check {
  std::string reference;  ///< what C was compared with, like "cuBLAS 13.1.0"
  Tolerance tolerance;    ///< that every element had to keep
  Comparison comparison;  ///< its outcome
};

/// Everything about one run.
struct RunReport {
  std::string version;                        ///< "v1" to "v4"
  std::string title;                          ///< what the version adds
  Configuration configuration;                ///< that was run
  DeviceSummary device;                       ///< that it ran on
  std::string device_reason;                  ///< why this device, as a clause: "no NVIDIA GPU is visible"
  Problem problem;                            ///< its extents
  Init init;                                  ///< values of A and B
  std::uint64_t seed;                         ///< of those values, and of the emulator's schedule
  std::optional<Check> check;                 ///< nothing with --no-check
  std::optional<Timing> timing;               ///< nothing on the CPU, with --iterations 0, or when the check failed
  std::optional<EmulationOutcome> emulation;  ///< nothing on a GPU
  std::optional<std::string> events_file;     ///< gets the event log of the emulator
  double seconds = 0;                         ///< in all, as a clock on the wall measures

  /// Whether nothing wrong was found.
  bool passed() const { return (!check || check->comparison.passed()) && (!emulation || emulation->report.clean()); }
};

/// Figures that follow from a report's timing.
struct Performance {
  double teraflops;          ///< of the version, from its median time
  double cublas_teraflops;   ///< of cuBLAS in the same run
  double percent_of_cublas;  ///< the version's part of that
  double peak_teraflops;     ///< see fp16_peak_teraflops()
  double percent_of_peak;    ///< the version's part of that peak
  bool fits_l2;              ///< A, B and C fit the L2 cache together, so that they may never leave it between rounds
};

/// \param report of a run on a GPU, with its timing
Performance performance(const RunReport& report);

/// The report for people; ends in a newline.
std::string to_text(const RunReport& report);

/// The report as one JSON object. What a run does not have is null there.
nlohmann::ordered_json to_json(const RunReport& report);

/// The configurations of a version for people.
std::string configurations_to_text(const Version& version);
/// The configurations of a version as one JSON object.
nlohmann::ordered_json configurations_to_json(const Version& version);

}  // namespace matmul
