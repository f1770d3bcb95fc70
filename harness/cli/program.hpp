/// \file
/// The program around a version: what v1 to v4 have in common.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "harness/cli/cpu_device.hpp"
#include "harness/cli/gpu_device.hpp"
#include "version.hpp"

namespace matmul {

/// A version compiled for the GPU, and the way to one.
struct GpuPart {
  const Version* version;  ///< compiled for this device
  /// Looks for a GPU.
  std::function<GpuDeviceSearch()> open;
};

/// A version compiled for the emulator, and the way to it.
struct CpuPart {
  const Version* version;  ///< compiled for this device
  /// Opens the emulator.
  std::function<std::unique_ptr<Device>(const CpuDeviceOptions&)> open;
};

/// A program; a build may hold either part or both.
struct Program {
  std::string name;            ///< "v1" to "v4"
  std::optional<GpuPart> gpu;  ///< nothing in a build without CUDA
  std::optional<CpuPart> cpu;  ///< nothing in a build without the emulator
};

/// Exit codes of a program.
enum ExitCode : int {
  exit_success = 0,
  exit_wrong_result = 1,   ///< the check failed or the emulator found a hazard
  exit_invalid_input = 2,  ///< the command line asks for something that can't be done
  exit_device_error = 3,   ///< no usable device, or it, its driver or a library failed
};

/// Does what the command line asks for.
/// \param out gets the report, and with --json nothing else
/// \param error_output gets messages about errors, and why a GPU that is there is not used
/// \return an ExitCode
int run_program(const Program& program, int argc, const char* const* argv, std::ostream& out,
                std::ostream& error_output);

/// The same on standard output and standard error.
int run_program(const Program& program, int argc, const char* const* argv);

}  // namespace matmul
