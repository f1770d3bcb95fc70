/// \file
/// The emulator as a Device.
#pragma once

#include <memory>

#include "emulation.hpp"
#include "harness/cli/device.hpp"

namespace matmul {

/// Opens the emulator, which is to run like this.
std::unique_ptr<Device> open_cpu_device(const EmulationOptions& options);

}  // namespace matmul
