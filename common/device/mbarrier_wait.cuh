/// \file
/// Waiting on an mbarrier, for a bounded time: a wait that never ends leaves a record that the host reads after the
/// trap.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/global_timer.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/trap.cuh>

#include "device/watchdog_record.hpp"

#ifndef HOPPER_MAX_WAIT_MILLISECONDS
/// Longest wait on an mbarrier, in milliseconds, before the kernel traps; 0 compiles the bound out.
#define HOPPER_MAX_WAIT_MILLISECONDS 4000
#endif

namespace hopper {

/// Longest wait on an mbarrier in nanoseconds of `%globaltimer`; 0 waits for ever.
inline constexpr std::uint64_t max_wait_nanoseconds = std::uint64_t{HOPPER_MAX_WAIT_MILLISECONDS} * 1'000'000;

/// Where a timed-out wait writes; pinned host memory, so that it outlives the trapped context.
/// launch_kernel() sets it; while it is null a timed-out wait traps without a record.
static __device__ matmul::WatchdogRecord* watchdog_record = nullptr;

/// Who writes the record: the first thread that changes this from 0. Not part of the record, because a GPU need not
/// have atomic operations on host memory.
static __device__ unsigned watchdog_claims = 0;

/// Writes the record (the first thread to get here wins) and stops the grid.
/// \param role which kind of barrier was waited on
/// \param barrier its address in the CTA's shared window
/// \param parity the parity that was waited for
__device__ __forceinline__ void trap_with_record(ptx::BarrierRole role, std::uint32_t barrier, std::uint32_t parity) {
  matmul::WatchdogRecord* record = watchdog_record;
  if (record != nullptr && atomicAdd(&watchdog_claims, 1u) == 0u) {
    record->barrier_role = static_cast<std::uint32_t>(role);
    record->barrier_address = barrier;
    record->parity = parity;
    record->block[0] = blockIdx.x;
    record->block[1] = blockIdx.y;
    record->thread = threadIdx.x;
    __threadfence_system();
    *static_cast<volatile std::uint32_t*>(&record->is_complete) = 1;
  }
  // The winner needs time to finish its record before anybody's trap takes the grid down.
  const std::uint64_t start = ptx::global_timer_nanoseconds();
  while (ptx::global_timer_nanoseconds() - start < 50'000'000) {
  }
  ptx::trap();
}

/// Waits until the phase of parity `parity` has completed.
///
/// A barrier is always in one phase, and the phase before it is complete: a wait with the parity of the phase before
/// returns at once, which is why a fresh barrier lets a wait for parity 1 pass. The wait is bounded by
/// max_wait_nanoseconds: past it the kernel records which barrier it was and traps.
template <ptx::WaitSemantics semantics = ptx::WaitSemantics::acquire, ptx::BarrierRole role>
__device__ __forceinline__ void mbarrier_wait_parity(ptx::Mbarrier<role>& barrier, std::uint32_t parity) {
  if (ptx::mbarrier_try_wait_parity<semantics>(barrier, parity)) {
    return;
  }
  if constexpr (max_wait_nanoseconds == 0) {
    while (!ptx::mbarrier_try_wait_parity<semantics>(barrier, parity)) {
    }
  } else {
    const std::uint64_t start = ptx::global_timer_nanoseconds();
    while (!ptx::mbarrier_try_wait_parity<semantics>(barrier, parity)) {
      if (ptx::global_timer_nanoseconds() - start > max_wait_nanoseconds) {
        trap_with_record(role, ptx::shared_address(&barrier), parity);
      }
    }
  }
}

}  // namespace hopper
