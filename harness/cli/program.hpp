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
#include "harness/guarded_run.hpp"
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
  std::function<std::unique_ptr<Device>(const EmulationOptions&)> open;
};

/// A program; a build may hold either part or both.
struct Program {
  std::string name;            ///< "v1" to "v4"
  std::optional<GpuPart> gpu;  ///< nothing in a build without CUDA
  std::optional<CpuPart> cpu;  ///< nothing in a build without the emulator
};

/// Does what the command line asks for.
/// \param out gets the report, and with --json - nothing else
/// \param error_output gets messages about errors
/// \param progress_terminal shows how far a long run is; null: nothing does
/// \return an ExitCode
int run_program(const Program& program, int argc, const char* const* argv, std::ostream& out,
                std::ostream& error_output, std::ostream* progress_terminal = nullptr);

/// The same on standard output and standard error, for main().
int run_program(const Program& program, int argc, const char* const* argv);

}  // namespace matmul
