/// \file
/// WGMMA: the asynchronous matrix multiply-accumulate of a warp group.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/smem_descriptor.cuh>
#include <ptx/wgmma_shapes.cuh>

namespace hopper::ptx {

/// Tells the compiler that an instruction which doesn't name them reads and writes all these registers.
template <int slabs, int registers>
__device__ __forceinline__ void bind_registers(float (&accumulator)[slabs][registers]) {
#pragma unroll
  for (int slab = 0; slab < slabs; ++slab) {
#pragma unroll
    for (int i = 0; i < registers; ++i) {
      asm volatile("" : "+f"(accumulator[slab][i])::"memory");
    }
  }
}

/// Orders this warp's accesses to accumulator registers before the mma_async that follow.
///
/// Needed before the first wgmma_mma_async() and whenever an ordinary instruction has touched the accumulators since.
/// PTX: `wgmma.fence.sync.aligned` ("wgmma.fence").
/// \param accumulator the registers that the MMAs will use. The instruction doesn't name them, so to the compiler a
/// write to a register has nothing to do with it: nvcc 13.0 sets accumulators to zero behind the fence when no loop
/// stands between. Naming them here keeps such writes in front.
template <int slabs, int registers>
__device__ __forceinline__ void wgmma_fence(float (&accumulator)[slabs][registers]) {
  bind_registers(accumulator);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/// Closes the group of all mma_async that were issued since the last commit.
///
/// PTX: `wgmma.commit_group.sync.aligned` ("wgmma.commit_group").
__device__ __forceinline__ void wgmma_commit_group() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

/// Waits until at most `pending_groups` of the most recent groups are still in flight.
///
/// Afterwards the older groups have finished reading shared memory and writing `accumulator`, which may be read. PTX
/// promises it to the threads that execute the wait. V2 and V4 take one thread's return for the whole warp group's: a
/// group belongs to the warp group, not to a thread.
/// PTX: `wgmma.wait_group.sync.aligned` ("wgmma.wait_group").
/// \tparam pending_groups 0 to 7
/// \param accumulator the registers that the groups write: naming them keeps the compiler from reading them early
template <int pending_groups, int slabs, int registers>
__device__ __forceinline__ void wgmma_wait_group(float (&accumulator)[slabs][registers]) {
  static_assert(pending_groups >= 0 && pending_groups <= 7, "wgmma.wait_group takes 0 to 7");
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending_groups) : "memory");
  bind_registers(accumulator);
}

/// Starts D[64, n] = A[64, 16] * B[n, 16]^T (+ D) on fp16 operands in shared memory, accumulating in fp32.
///
/// All 128 threads of the warp group issue it together, with the same descriptors. It runs asynchronously: D must not
/// be touched, nor A and B overwritten, before wgmma_wait_group() says that its group is done. Both operands are
/// K-major and are read through the async proxy. PTX: `wgmma.mma_async.sync.aligned.m64nNk16.f32.f16.f16`
/// ("wgmma.mma_async").
/// \tparam n columns of D: a multiple of 8 from 8 to 256
/// \param d this thread's n / 2 accumulators; fragment_row() and fragment_column() say which element each one is
/// \param a descriptor of A's 64 rows by 16 columns
/// \param b descriptor of B's n rows by 16 columns
/// \param accumulate whether the product is added to D (true) or replaces it (false)
template <int n>
__device__ __forceinline__ void wgmma_mma_async(float (&d)[n / 2], SmemDescriptor a, SmemDescriptor b,
                                                bool accumulate = true) {
  static_assert(n % 8 == 0 && n >= 8 && n <= 256, "wgmma takes N from 8 to 256 in steps of 8");
  WgmmaF32F16<n>::issue(d, a.bits, b.bits, accumulate ? 1 : 0);
}

}  // namespace hopper::ptx
