/// \file
/// mbarrier: an asynchronous barrier in shared memory that counts arrivals and transaction bytes.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/barrier_role.hpp>
#include <ptx/shared_memory.cuh>

namespace hopper::ptx {

/// One mbarrier object: 8 bytes of shared memory, 8-byte aligned, opaque to everything but these functions.
template <BarrierRole barrier_role>
struct alignas(8) Mbarrier {
  static constexpr BarrierRole role = barrier_role;  ///< full or empty, for the watchdog and the emulator
  std::uint64_t state;                               ///< kept by the hardware
};

/// Completes when a stage has been filled.
using FullBarrier = Mbarrier<BarrierRole::full>;
/// Completes when a stage has been drained.
using EmptyBarrier = Mbarrier<BarrierRole::empty>;

/// What a wait promises once it returns.
enum class WaitSemantics {
  acquire,  ///< what happened before the arrivals of the phase is visible to this thread
  relaxed,  ///< the phase is complete; nothing is promised about other memory
};

/// Initialises `barrier`: phase 0 begins and needs `arrivals` arrivals.
///
/// One thread does it once; fence_mbarrier_init() and a CTA barrier then make it visible to the others.
/// PTX: `mbarrier.init.shared::cta.b64` ("mbarrier.init"); libcu++: cuda::ptx::mbarrier_init.
/// \param arrivals 1 to 2^20 - 1
template <BarrierRole role>
__device__ __forceinline__ void mbarrier_init(Mbarrier<role>& barrier, std::uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(arrivals) : "memory");
}

/// One arrival, with release semantics at CTA scope.
///
/// PTX: `mbarrier.arrive.shared::cta.b64` ("mbarrier.arrive"); libcu++: cuda::ptx::mbarrier_arrive.
template <BarrierRole role>
__device__ __forceinline__ void mbarrier_arrive(Mbarrier<role>& barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier)) : "memory");
}

/// Announces `bytes` more transaction bytes for the current phase, then arrives once.
///
/// The phase completes when every arrival is in and every announced byte has landed.
/// PTX: `mbarrier.arrive.expect_tx.shared::cta.b64` ("mbarrier.arrive"); libcu++: cuda::ptx::mbarrier_arrive_expect_tx.
template <BarrierRole role>
__device__ __forceinline__ void mbarrier_arrive_expect_tx(Mbarrier<role>& barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(bytes)
               : "memory");
}

/// Whether the phase of parity `parity` has completed; may suspend the thread for a while before it answers no.
///
/// PTX: `mbarrier.try_wait.parity` ("mbarrier.test_wait / mbarrier.try_wait"); libcu++:
/// cuda::ptx::mbarrier_try_wait_parity.
/// \param parity 0 or 1: the lowest bit of the number of the phase that is waited for
template <WaitSemantics semantics = WaitSemantics::acquire, BarrierRole role>
__device__ __forceinline__ bool mbarrier_try_wait_parity(Mbarrier<role>& barrier, std::uint32_t parity) {
  std::uint32_t completed;
  if constexpr (semantics == WaitSemantics::acquire) {
    asm volatile(
        "{\n"
        ".reg .pred completed;\n"
        "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 completed, [%1], %2;\n"
        "selp.u32 %0, 1, 0, completed;\n"
        "}\n"
        : "=r"(completed)
        : "r"(shared_address(&barrier)), "r"(parity)
        : "memory");
  } else {
    asm volatile(
        "{\n"
        ".reg .pred completed;\n"
        "mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 completed, [%1], %2;\n"
        "selp.u32 %0, 1, 0, completed;\n"
        "}\n"
        : "=r"(completed)
        : "r"(shared_address(&barrier)), "r"(parity)
        : "memory");
  }
  return completed != 0;
}

}  // namespace hopper::ptx
