/// \file
/// Which device a run uses.
#pragma once

#include <memory>
#include <string>

#include "harness/cli/options.hpp"
#include "harness/cli/program.hpp"

namespace matmul {

/// A device, the version compiled for it, and why it was taken.
struct SelectedDevice {
  std::unique_ptr<Device> device;  ///< where to run
  const Version* version;          ///< as compiled for that device
  std::string reason;              ///< as a clause: "no NVIDIA GPU is visible"
  std::string warning{};           ///< a sentence to say beside the report, when a GPU should have been taken; or empty
};

/// Takes what `options` ask for; left to itself, a Hopper GPU if there is one, else the emulator.
/// \throws DeviceError when it isn't there, with what would help
SelectedDevice select_device(const Program& program, const Options& options);

}  // namespace matmul
