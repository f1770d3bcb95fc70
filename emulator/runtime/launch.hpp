/// \file
/// Running a grid on the CPU.
#pragma once

#include <functional>

#include "emulation.hpp"
#include "runtime/builtins.hpp"

namespace emulator {

/// The shape of a launch.
struct GridShape {
  /// CTAs; z must be 1.
  dim3 grid;
  int threads;       ///< in a CTA; at most 1024
  int shared_bytes;  ///< dynamic shared memory of a CTA; at most 227 KiB
};

/// Runs `kernel` in every thread of every CTA and fills `session.report`.
///
/// A deadlock ends the run: its CTA is abandoned and the CTAs that have not started are not run.
/// What is thrown in a CTA, by the kernel or for want of memory, ends the run as well and goes on to the caller.
/// \throws matmul::InvalidInput for a shape that a Hopper GPU would refuse
void run_grid(const GridShape& shape, const std::function<void()>& kernel, matmul::EmulationSession& session);

}  // namespace emulator
