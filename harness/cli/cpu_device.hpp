/// \file
/// The emulator as a Device.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "emulation.hpp"
#include "harness/cli/device.hpp"

namespace matmul {

/// How the emulator is to run.
struct CpuDeviceOptions {
  EmulationOptions emulation;              ///< policy, seed and CPU threads
  std::optional<std::string> events_file;  ///< gets the event log of CTA 0 as Chrome trace JSON
};

/// \throws InvalidInput when the events file can't be written
std::unique_ptr<Device> open_cpu_device(const CpuDeviceOptions& options);

}  // namespace matmul
