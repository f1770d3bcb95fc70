/// \file
/// CPU twin of common/ptx/launch.cuh: runs the grid before it returns.
#pragma once

#include <cuda_runtime.h>

#include "runtime/launch.hpp"
#include "version.hpp"

namespace hopper::ptx {

struct LaunchShape {
  dim3 grid;
  int threads;
  int shared_bytes;
};

/// \param stream a matmul::EmulationSession*
template <typename... Parameters, typename... Arguments>
void launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape, matmul::Stream stream,
                   const Arguments&... arguments) {
  emulator::run_grid(
      {shape.grid, shape.threads, shape.shared_bytes}, [&] { kernel(Parameters(arguments)...); },
      *static_cast<matmul::EmulationSession*>(stream));
}

}  // namespace hopper::ptx
