/// \file
/// CPU twin of common/device/mbarrier_wait.cuh. Waits are not bounded: the emulator detects deadlocks exactly.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/mbarrier.cuh>

#include "runtime/device.hpp"

namespace hopper {

template <ptx::WaitSemantics semantics = ptx::WaitSemantics::acquire, ptx::BarrierRole role>
__device__ __forceinline__ void mbarrier_wait_parity(ptx::Mbarrier<role>& barrier, std::uint32_t parity) {
  emulator::barrier_wait(&barrier, parity, semantics == ptx::WaitSemantics::acquire);
}

}  // namespace hopper
