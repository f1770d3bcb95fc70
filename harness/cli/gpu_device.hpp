/// \file
/// A Hopper GPU as a Device.
#pragma once

#include <memory>
#include <string>

#include "harness/cli/device.hpp"

namespace matmul {

/// The outcome of asking for a GPU.
struct GpuDeviceSearch {
  std::unique_ptr<Device> device;  ///< null when there is no GPU that can be used
  std::string reason;              ///< why there is none, as a clause
  bool is_fault = false;           ///< see GpuSearch
};

/// Opens a Hopper GPU: the first, unless prepare() finds that only another has memory enough.
GpuDeviceSearch open_gpu_device();

}  // namespace matmul
