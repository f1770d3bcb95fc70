/// \file
/// Which of several GPUs a run takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace matmul {

/// What the choice among GPUs goes by.
struct GpuFacts {
  int index;                               ///< the CUDA runtime's number of the device
  std::string name;                        ///< as the driver calls it
  int compute_major;                       ///< compute capability: 9 on Hopper
  int compute_minor;                       ///< compute capability: 0 on Hopper
  std::optional<std::int64_t> free_bytes;  ///< memory that nobody uses; nothing when the GPU lets nobody in

  /// Whether it runs code for sm_90a.
  bool is_hopper() const { return compute_major == 9 && compute_minor == 0; }
};

/// Memory beside the matrices that a run is better off with: cuBLAS's workspace, which is 32 MiB on Hopper, and
/// kernels.
inline constexpr std::int64_t comfortable_extra_bytes = 64 << 20;

/// The outcome of choosing a GPU.
struct GpuChoice {
  std::optional<int> index;  ///< its number, not its place among the facts
  std::string reason;        ///< why not the first Hopper GPU, or why none, as a clause; empty for the first
};

/// Chooses the first Hopper GPU that holds `needed_bytes` comfortably, else the one with the most free memory, if that
/// holds them at all.
/// \param gpus at least one Hopper GPU among them
GpuChoice choose_gpu(const std::vector<GpuFacts>& gpus, std::int64_t needed_bytes);

/// The free memory of each, as a list: "GPU 0 (NVIDIA H200) 1.0 GiB, GPU 1 (NVIDIA H200) 139.2 GiB".
std::string free_memory_text(const std::vector<GpuFacts>& gpus);

/// Why `bytes` could not be allocated on GPU `current`, and what to do.
/// \param narrowed CUDA_VISIBLE_DEVICES is set, so that numbers count within it
std::string full_gpu_text(const std::vector<GpuFacts>& gpus, int current, std::int64_t bytes, bool narrowed);

/// A number of bytes for people: "512.0 MiB", "1.5 GiB".
std::string size_text(std::int64_t bytes);

}  // namespace matmul
