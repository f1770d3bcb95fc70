/// \file
/// CPU twin of common/device/launch.cuh: runs the grid before it returns.
#pragma once

#include <cuda_runtime.h>

#include <variant>

#include "runtime/launch.hpp"
#include "version.hpp"

namespace hopper {

struct LaunchShape {
  dim3 grid;
  int threads;
  int shared_bytes;
};

/// \param stream a run of the emulator
template <typename... Parameters, typename... Arguments>
void launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape, matmul::Stream stream,
                   const Arguments&... arguments) {
  emulator::run_grid(
      {shape.grid, shape.threads, shape.shared_bytes}, [&] { kernel(Parameters(arguments)...); },
      *std::get<matmul::EmulationSession*>(stream));
}

}  // namespace hopper
