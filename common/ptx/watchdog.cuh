/// \file
/// What a wait that never ends leaves behind: a record that the host reads after the trap.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "barrier_role.hpp"
#include "watchdog_record.hpp"

#ifndef HOPPER_MAX_WAIT_MILLISECONDS
/// Longest wait on an mbarrier, in milliseconds, before the kernel traps; 0 compiles the bound out.
#define HOPPER_MAX_WAIT_MILLISECONDS 4000
#endif

namespace hopper::ptx {

/// Longest wait on an mbarrier in nanoseconds of `%globaltimer`; 0 waits for ever.
inline constexpr std::uint64_t max_wait_nanoseconds = std::uint64_t{HOPPER_MAX_WAIT_MILLISECONDS} * 1'000'000;

/// Where a timed-out wait writes; pinned host memory, so that it outlives the trapped context.
/// launch_kernel() sets it; while it is null a timed-out wait traps without a record.
static __device__ matmul::WatchdogRecord* watchdog_record = nullptr;

/// Who writes the record: the first thread that changes this from 0. Not part of the record, because a GPU need not
/// have atomic operations on host memory.
static __device__ unsigned watchdog_claims = 0;

/// Nanoseconds of the GPU's global timer. PTX: special register `%globaltimer`.
__device__ __forceinline__ std::uint64_t global_timer_nanoseconds() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// Writes the record (the first thread to get here wins) and stops the grid. PTX: `trap`.
/// \param role which kind of barrier was waited on
/// \param barrier its address in the CTA's shared window
/// \param parity the parity that was waited for
__device__ __forceinline__ void trap_with_record(BarrierRole role, std::uint32_t barrier, std::uint32_t parity) {
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
  const std::uint64_t start = global_timer_nanoseconds();
  while (global_timer_nanoseconds() - start < 50'000'000) {
  }
  asm volatile("trap;");
}

}  // namespace hopper::ptx
