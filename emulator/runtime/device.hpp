/// \file
/// The operations of the running CUDA thread, as the twins of the PTX layer call them.
///
/// Each is a real call: its return address tells which source lines it came from. Compilers must therefore not merge
/// equal calls of different lines into one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/builtins.hpp"

namespace matmul {
struct TensorMapRequest;
}

/// Keeps clang from merging equal calls; g++ gets options for that.
#ifdef __clang__
#define EMULATOR_CALL __attribute__((nomerge))
#else
#define EMULATOR_CALL
#endif

namespace emulator {

/// First byte of the CTA's dynamic shared memory; reports a storage larger than the launch asked for.
EMULATOR_CALL void* shared_memory(std::size_t bytes);
/// Offset of `pointer` in the CTA's shared memory.
EMULATOR_CALL std::uint32_t shared_address(const void* pointer);

/// `mbarrier.init`; `role` is "full" or "empty".
EMULATOR_CALL void barrier_init(void* barrier, const char* role, std::uint32_t arrivals);
/// `mbarrier.arrive`.
EMULATOR_CALL void barrier_arrive(void* barrier);
/// `mbarrier.arrive.expect_tx`.
EMULATOR_CALL void barrier_arrive_expect_tx(void* barrier, std::uint32_t bytes);
/// A loop of `mbarrier.try_wait.parity`; `acquire` false: with relaxed semantics.
EMULATOR_CALL void barrier_wait(void* barrier, std::uint32_t parity, bool acquire);
/// One `mbarrier.try_wait.parity`, whose answer may be no at any time.
EMULATOR_CALL bool barrier_try_wait(void* barrier, std::uint32_t parity, bool acquire);

/// `fence.proxy.async`.
EMULATOR_CALL void fence_proxy_async();
/// `fence.mbarrier_init`.
EMULATOR_CALL void fence_mbarrier_init();

/// `cp.async.bulk.tensor.2d` from global to shared memory.
EMULATOR_CALL void tma_load_2d(void* destination, const matmul::TensorMapRequest& map, int column, int row,
                               void* barrier);

/// `wgmma.fence`.
EMULATOR_CALL void wgmma_fence();
/// `wgmma.mma_async.m64nNk16`, both operands by descriptor; `d` is this thread's n / 2 registers.
EMULATOR_CALL void wgmma_mma_async(int n, float* d, std::uint64_t a, std::uint64_t b, bool accumulate);
/// `wgmma.commit_group`.
EMULATOR_CALL void wgmma_commit_group();
/// `wgmma.wait_group`.
EMULATOR_CALL void wgmma_wait_group(int pending_groups);

}  // namespace emulator
