/// \file
/// The record that a kernel leaves when a bounded wait ran out.
#pragma once

#include <cstdint>

namespace matmul {

/// Written by the first thread whose wait on an mbarrier exceeds its bound, just before it traps.
struct WatchdogRecord {
  std::uint32_t is_complete = 0;      ///< 1 once all of the rest is written
  std::uint32_t barrier_role = 0;     ///< a hopper::ptx::BarrierRole
  std::uint32_t barrier_address = 0;  ///< of the barrier, in bytes of the CTA's shared window
  std::uint32_t parity = 0;           ///< the parity that never completed
  std::uint32_t block[2] = {0, 0};    ///< blockIdx.x, blockIdx.y
  std::uint32_t thread = 0;           ///< threadIdx.x
};

}  // namespace matmul
