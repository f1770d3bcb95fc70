/// \file
/// Which GPU there is, and what it could do at best.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace matmul {

/// What the programs report of a GPU.
struct GpuInfo {
  int index;                    ///< the CUDA runtime's number of the device
  std::string name;             ///< as the driver calls it
  int compute_major;            ///< compute capability: 9 on Hopper
  int compute_minor;            ///< compute capability: 0 on Hopper
  int sm_count;                 ///< streaming multiprocessors
  int boost_clock_khz;          ///< highest SM clock, in kHz
  std::int64_t l2_bytes;        ///< size of the L2 cache
  std::int64_t memory_bytes;    ///< size of the GPU's memory
  std::string driver_version;   ///< newest CUDA version that the driver supports, like "13.0"
  std::string runtime_version;  ///< CUDA version that the program was built with
};

/// The outcome of looking for a GPU that runs sm_90a code.
struct GpuSearch {
  std::optional<GpuInfo> gpu;  ///< the first Hopper GPU that can be opened
  std::string reason;          ///< why there is none, as a clause: "no NVIDIA GPU is visible"
  bool is_fault = false;       ///< there may be one, but something is wrong with it, its driver or CUDA
};

/// Looks for the first GPU of compute capability 9.0 that lets this program in and makes it the current device.
GpuSearch find_hopper_gpu();

/// A GPU that was chosen for its memory.
struct RoomyGpu {
  GpuInfo gpu;         ///< it
  std::string reason;  ///< why not the first Hopper GPU, as a clause; empty for the first
};

/// Looks for a visible Hopper GPU that holds `needed_bytes`, as choose_gpu() has it, and makes it the current device.
/// \throws DeviceError when there is none, with what is free where
RoomyGpu take_roomy_gpu(std::int64_t needed_bytes);

/// Why `bytes` could not be allocated on the current device: what is free, there and on the other visible GPUs.
std::string explain_full_gpu(std::int64_t bytes);

/// Floating-point operations that an SM of Hopper performs per cycle on dense fp16 matrices: 4 tensor cores, each 512
/// fused multiply-adds. Check: NVIDIA's data sheet gives the H100 SXM 989.4 TFLOP/s, which is 132 SMs * 1.83 GHz *
/// 4096.
inline constexpr double fp16_flops_per_cycle_and_sm = 4096;

/// The dense fp16 peak in TFLOP/s of `sm_count` SMs at `clock_khz` kHz.
constexpr double fp16_peak_teraflops(int sm_count, int clock_khz) {
  return fp16_flops_per_cycle_and_sm * sm_count * clock_khz * 1e3 * 1e-12;
}

}  // namespace matmul
