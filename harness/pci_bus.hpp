/// \file
/// What hardware the machine has, whether or not a driver knows it.
#pragma once

#include <string>

namespace matmul {

/// Whether an NVIDIA GPU is plugged in, as Linux lists PCI devices; a container sees the host's.
/// \param devices the folder of that list
bool has_nvidia_gpu(const std::string& devices = "/sys/bus/pci/devices");

}  // namespace matmul
