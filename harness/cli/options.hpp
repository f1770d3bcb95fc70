/// \file
/// A program's command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulation.hpp"
#include "harness/operand_fill.hpp"
#include "harness/output_file.hpp"
#include "harness/report_output.hpp"

namespace matmul {

/// Where to run.
enum class DeviceChoice { automatic, gpu, cpu };

/// What the command line asks for; nothing where it leaves the choice to the program.
struct Options {
  std::optional<std::int64_t> m;                  ///< --m
  std::optional<std::int64_t> n;                  ///< --n
  std::optional<std::int64_t> k;                  ///< --k
  std::optional<std::string> configuration;       ///< --config
  bool list_configurations = false;               ///< --list-configs
  std::optional<int> iterations;                  ///< --iterations
  std::optional<int> warmup;                      ///< --warmup
  std::uint64_t seed = 0;                         ///< --seed
  Init init = Init::uniform;                      ///< --init
  bool check = true;                              ///< false with --no-check
  DeviceChoice device = DeviceChoice::automatic;  ///< --device
  /// Why `device` is what it is, as a clause, when another option decided it: "--policy was given".
  std::string device_reason;
  ReportOutput report;                     ///< --json
  std::optional<CompletionPolicy> policy;  ///< --policy
  std::optional<int> threads;              ///< --threads
  std::optional<OutputFile> events_file;   ///< --events
  /// Not empty when help was asked for, which is then all that is to be done.
  std::string help;
};

/// Timed rounds unless --iterations says otherwise.
inline constexpr int default_iterations = 20;
/// Untimed rounds before them unless --warmup says otherwise.
inline constexpr int default_warmup = 3;

/// Reads the command line. Options that only the emulator understands (--policy, --threads, --events) choose it, as
/// those of timing (--iterations, --warmup) choose the GPU.
/// \param program its name, like "v4"
/// \throws InvalidInput for a command line that can't be followed
Options parse_options(const std::string& program, int argc, const char* const* argv);

/// The policies by their names, as --policy takes them.
const std::vector<std::pair<std::string, CompletionPolicy>>& completion_policies();

/// "early", "late" or "random".
std::string policy_name(CompletionPolicy policy);

}  // namespace matmul
