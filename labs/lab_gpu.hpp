/// \file
/// The labs on a GPU, where nothing checks them.
#pragma once

#include <cstdint>
#include <string>

#include "harness/comparison.hpp"
#include "lab_run.hpp"

namespace matmul {

/// How a lab is run on a GPU.
struct GpuLabOptions {
  int runs = 20;                  ///< launches, each with operands of its own, so that no launch profits from another's
  int k_tiles = default_k_tiles;  ///< K-tiles of 64
  std::uint64_t seed = 0;         ///< of the first launch's operands; the others count on from it
};

/// What became of a lab's runs on a GPU.
struct GpuLabOutcome {
  std::string gpu;      ///< its name
  int runs = 0;         ///< launches that came to an end
  int wrong_runs = 0;   ///< those of them whose C was not the exact product
  Comparison worst;     ///< the comparison of the launch with the most wrong elements
  std::string failure;  ///< how the launch after these failed, which ends the runs; empty when none did
};

/// Runs a lab on the first Hopper GPU.
/// \param fixed its repaired twin
/// \throws DeviceError when there is none
GpuLabOutcome run_lab_on_gpu(const Lab& lab, bool fixed, const GpuLabOptions& options);

/// run_lab_on_gpu(), or null in a program that was built without CUDA.
using GpuLabRunner = GpuLabOutcome (*)(const Lab& lab, bool fixed, const GpuLabOptions& options);

}  // namespace matmul
