/// \file
/// WGMMA: the asynchronous matrix multiply-accumulate of a warp group.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/smem_descriptor.cuh>
#include <ptx/wgmma_operands.cuh>

namespace hopper::ptx {

/// Orders this warp's accesses to accumulator registers before the mma_async that follow.
///
/// Needed before the first wgmma_mma_async() and whenever an ordinary instruction has touched the accumulators since.
/// PTX: `wgmma.fence.sync.aligned` ("wgmma.fence").
__device__ __forceinline__ void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

/// Closes the group of all mma_async that were issued since the last commit.
///
/// PTX: `wgmma.commit_group.sync.aligned` ("wgmma.commit_group").
__device__ __forceinline__ void wgmma_commit_group() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

/// Waits until at most `pending_groups` of the most recent groups are still in flight.
///
/// Afterwards the older groups have finished reading shared memory and writing `accumulator`, which may be read. A
/// group belongs to the warp group as a whole, so the operands are free as soon as any one of its threads returns.
/// PTX: `wgmma.wait_group.sync.aligned` ("wgmma.wait_group").
/// \tparam pending_groups 0 to 7
/// \param accumulator the registers that the groups write: naming them keeps the compiler from reading them early
template <int pending_groups, int slabs, int registers>
__device__ __forceinline__ void wgmma_wait_group(float (&accumulator)[slabs][registers]) {
  static_assert(pending_groups >= 0 && pending_groups <= 7, "wgmma.wait_group takes 0 to 7");
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending_groups) : "memory");
#pragma unroll
  for (int slab = 0; slab < slabs; ++slab) {
#pragma unroll
    for (int i = 0; i < registers; ++i) {
      asm volatile("" : "+f"(accumulator[slab][i])::"memory");
    }
  }
}

/// The instruction of one shape; wgmma_mma_async() picks it.
template <int n>
struct WgmmaF32F16;

/// One specialisation per N. The three numbers behind the register list are the placeholders that follow it: the two
/// descriptors and the flag that says whether D is added to.
#define WGMMA_SHAPE(n, count, a, b, add)                                                              \
  template <>                                                                                         \
  struct WgmmaF32F16<n> {                                                                             \
    static __device__ __forceinline__ void issue(float (&d)[n / 2], std::uint64_t descriptor_a,       \
                                                 std::uint64_t descriptor_b, int accumulate) {        \
      asm volatile("{\n.reg .pred accumulate;\nsetp.ne.b32 accumulate, %" #add                        \
                   ", 0;\n"                                                                           \
                   "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.f16.f16 {" WGMMA_REGISTERS_##count \
                   "}, %" #a ", %" #b ", accumulate, 1, 1, 0, 0;\n}\n"                                \
                   : WGMMA_OPERANDS_##count(d)                                                        \
                   : "l"(descriptor_a), "l"(descriptor_b), "r"(accumulate)                            \
                   : "memory");                                                                       \
    }                                                                                                 \
  };

WGMMA_SHAPE(8, 1, 4, 5, 6)
WGMMA_SHAPE(16, 2, 8, 9, 10)
WGMMA_SHAPE(24, 3, 12, 13, 14)
WGMMA_SHAPE(32, 4, 16, 17, 18)
WGMMA_SHAPE(40, 5, 20, 21, 22)
WGMMA_SHAPE(48, 6, 24, 25, 26)
WGMMA_SHAPE(56, 7, 28, 29, 30)
WGMMA_SHAPE(64, 8, 32, 33, 34)
WGMMA_SHAPE(72, 9, 36, 37, 38)
WGMMA_SHAPE(80, 10, 40, 41, 42)
WGMMA_SHAPE(88, 11, 44, 45, 46)
WGMMA_SHAPE(96, 12, 48, 49, 50)
WGMMA_SHAPE(104, 13, 52, 53, 54)
WGMMA_SHAPE(112, 14, 56, 57, 58)
WGMMA_SHAPE(120, 15, 60, 61, 62)
WGMMA_SHAPE(128, 16, 64, 65, 66)
WGMMA_SHAPE(136, 17, 68, 69, 70)
WGMMA_SHAPE(144, 18, 72, 73, 74)
WGMMA_SHAPE(152, 19, 76, 77, 78)
WGMMA_SHAPE(160, 20, 80, 81, 82)
WGMMA_SHAPE(168, 21, 84, 85, 86)
WGMMA_SHAPE(176, 22, 88, 89, 90)
WGMMA_SHAPE(184, 23, 92, 93, 94)
WGMMA_SHAPE(192, 24, 96, 97, 98)
WGMMA_SHAPE(200, 25, 100, 101, 102)
WGMMA_SHAPE(208, 26, 104, 105, 106)
WGMMA_SHAPE(216, 27, 108, 109, 110)
WGMMA_SHAPE(224, 28, 112, 113, 114)
WGMMA_SHAPE(232, 29, 116, 117, 118)
WGMMA_SHAPE(240, 30, 120, 121, 122)
WGMMA_SHAPE(248, 31, 124, 125, 126)
WGMMA_SHAPE(256, 32, 128, 129, 130)

#undef WGMMA_SHAPE
#undef WGMMA_FOUR
#undef WGMMA_REGISTERS_1
#undef WGMMA_OPERANDS_1
#undef WGMMA_REGISTERS_2
#undef WGMMA_OPERANDS_2
#undef WGMMA_REGISTERS_3
#undef WGMMA_OPERANDS_3
#undef WGMMA_REGISTERS_4
#undef WGMMA_OPERANDS_4
#undef WGMMA_REGISTERS_5
#undef WGMMA_OPERANDS_5
#undef WGMMA_REGISTERS_6
#undef WGMMA_OPERANDS_6
#undef WGMMA_REGISTERS_7
#undef WGMMA_OPERANDS_7
#undef WGMMA_REGISTERS_8
#undef WGMMA_OPERANDS_8
#undef WGMMA_REGISTERS_9
#undef WGMMA_OPERANDS_9
#undef WGMMA_REGISTERS_10
#undef WGMMA_OPERANDS_10
#undef WGMMA_REGISTERS_11
#undef WGMMA_OPERANDS_11
#undef WGMMA_REGISTERS_12
#undef WGMMA_OPERANDS_12
#undef WGMMA_REGISTERS_13
#undef WGMMA_OPERANDS_13
#undef WGMMA_REGISTERS_14
#undef WGMMA_OPERANDS_14
#undef WGMMA_REGISTERS_15
#undef WGMMA_OPERANDS_15
#undef WGMMA_REGISTERS_16
#undef WGMMA_OPERANDS_16
#undef WGMMA_REGISTERS_17
#undef WGMMA_OPERANDS_17
#undef WGMMA_REGISTERS_18
#undef WGMMA_OPERANDS_18
#undef WGMMA_REGISTERS_19
#undef WGMMA_OPERANDS_19
#undef WGMMA_REGISTERS_20
#undef WGMMA_OPERANDS_20
#undef WGMMA_REGISTERS_21
#undef WGMMA_OPERANDS_21
#undef WGMMA_REGISTERS_22
#undef WGMMA_OPERANDS_22
#undef WGMMA_REGISTERS_23
#undef WGMMA_OPERANDS_23
#undef WGMMA_REGISTERS_24
#undef WGMMA_OPERANDS_24
#undef WGMMA_REGISTERS_25
#undef WGMMA_OPERANDS_25
#undef WGMMA_REGISTERS_26
#undef WGMMA_OPERANDS_26
#undef WGMMA_REGISTERS_27
#undef WGMMA_OPERANDS_27
#undef WGMMA_REGISTERS_28
#undef WGMMA_OPERANDS_28
#undef WGMMA_REGISTERS_29
#undef WGMMA_OPERANDS_29
#undef WGMMA_REGISTERS_30
#undef WGMMA_OPERANDS_30
#undef WGMMA_REGISTERS_31
#undef WGMMA_OPERANDS_31
#undef WGMMA_REGISTERS_32
#undef WGMMA_OPERANDS_32

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
