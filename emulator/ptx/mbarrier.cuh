/// \file
/// CPU twin of common/ptx/mbarrier.cuh.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/barrier_role.hpp>
#include <ptx/shared_memory.cuh>

#include "runtime/device.hpp"

namespace hopper::ptx {

template <BarrierRole barrier_role>
struct alignas(8) Mbarrier {
  static constexpr BarrierRole role = barrier_role;
  std::uint64_t state;
};

using FullBarrier = Mbarrier<BarrierRole::full>;
using EmptyBarrier = Mbarrier<BarrierRole::empty>;

enum class WaitSemantics { acquire, relaxed };

template <BarrierRole role>
__device__ __forceinline__ void mbarrier_init(Mbarrier<role>& barrier, std::uint32_t arrivals) {
  emulator::barrier_init(&barrier, barrier_role_name(role), arrivals);
}

template <BarrierRole role>
__device__ __forceinline__ void mbarrier_arrive(Mbarrier<role>& barrier) {
  emulator::barrier_arrive(&barrier);
}

template <BarrierRole role>
__device__ __forceinline__ void mbarrier_arrive_expect_tx(Mbarrier<role>& barrier, std::uint32_t bytes) {
  emulator::barrier_arrive_expect_tx(&barrier, bytes);
}

template <WaitSemantics semantics = WaitSemantics::acquire, BarrierRole role>
__device__ __forceinline__ bool mbarrier_try_wait_parity(Mbarrier<role>& barrier, std::uint32_t parity) {
  return emulator::barrier_try_wait(&barrier, parity, semantics == WaitSemantics::acquire);
}

}  // namespace hopper::ptx
