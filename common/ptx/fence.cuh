/// \file
/// Fences between proxies and around barrier initialisation.
#pragma once

#include <cuda_runtime.h>

namespace hopper::ptx {

/// Makes this thread's ordinary accesses to shared memory visible to the async proxy (TMA and WGMMA).
///
/// Each thread that wrote executes it, then a barrier tells the thread that issues the asynchronous operation.
/// PTX: `fence.proxy.async.shared::cta` ("membar / fence"); libcu++: cuda::ptx::fence_proxy_async.
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// Makes this thread's mbarrier_init() visible to the async proxy and, after a CTA barrier, to the other threads.
///
/// PTX: `fence.mbarrier_init.release.cluster` ("membar / fence"); libcu++: cuda::ptx::fence_mbarrier_init.
__device__ __forceinline__ void fence_mbarrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

}  // namespace hopper::ptx
