/// \file
/// The operations of the running CUDA thread, as the twins of the PTX layer call them.
///
/// Each is a real call: its return address tells which source lines it came from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/builtins.hpp"

namespace matmul {
struct TensorMapRequest;
}

namespace emulator {

/// First byte of the CTA's dynamic shared memory; reports a storage larger than the launch asked for.
void* shared_memory(std::size_t bytes);
/// Offset of `pointer` in the CTA's shared memory.
std::uint32_t shared_address(const void* pointer);

/// `mbarrier.init`; `role` is "full" or "empty".
void barrier_init(void* barrier, const char* role, std::uint32_t arrivals);
/// `mbarrier.arrive`.
void barrier_arrive(void* barrier);
/// `mbarrier.arrive.expect_tx`.
void barrier_arrive_expect_tx(void* barrier, std::uint32_t bytes);
/// A loop of `mbarrier.try_wait.parity`; `acquire` false: with relaxed semantics.
void barrier_wait(void* barrier, std::uint32_t parity, bool acquire);

/// `fence.proxy.async`.
void fence_proxy_async();
/// `fence.mbarrier_init`.
void fence_mbarrier_init();

/// `cp.async.bulk.tensor.2d` from global to shared memory.
void tma_load_2d(void* destination, const matmul::TensorMapRequest& map, int column, int row, void* barrier);

/// `wgmma.fence`.
void wgmma_fence();
/// `wgmma.mma_async.m64nNk16`, both operands by descriptor; `d` is this thread's n / 2 registers.
void wgmma_mma_async(int n, float* d, std::uint64_t a, std::uint64_t b, bool accumulate);
/// `wgmma.commit_group`.
void wgmma_commit_group();
/// `wgmma.wait_group`.
void wgmma_wait_group(int pending_groups);

}  // namespace emulator
