/// \file
/// Why CUDA counts no GPU, in words.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string>

namespace matmul {

/// What is known of a machine on which CUDA counts no GPU.
struct CudaStart {
  cudaError_t error = cudaErrorNoDevice;         ///< what counting GPUs answered
  int driver_version = 0;                        ///< newest CUDA of the driver, like 13000; 0 without a driver
  bool has_gpu = false;                          ///< an NVIDIA GPU is plugged in
  std::optional<std::string> visible_devices{};  ///< the environment variable CUDA_VISIBLE_DEVICES
};

/// Why there is no GPU to run on.
struct GpuAbsence {
  std::string reason;    ///< as a clause: "no NVIDIA GPU is visible"
  bool is_fault = true;  ///< something is wrong with what is there, as opposed to nothing being there
};

/// Tells a machine without a GPU from one whose GPU can't be used.
GpuAbsence explain_absence(const CudaStart& start);

/// A CUDA version for people: 13000 is "13.0".
std::string cuda_version_text(int version);

}  // namespace matmul
