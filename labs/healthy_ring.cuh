/// \file
/// The ring that most of the labs break: a producer warp loads K-tiles into two stages, a warp group multiplies them.
#pragma once

#include "lab_support.cuh"

namespace hopper::labs {
namespace {

struct Shared {
  alignas(1024) half a[num_stages][tile_m][tile_k];
  alignas(1024) half b[num_stages][tile_n][tile_k];
  ptx::FullBarrier full[num_stages];
  ptx::EmptyBarrier empty[num_stages];
};

__global__ void kernel(const __grid_constant__ TensorMap a_map, const __grid_constant__ TensorMap b_map, Matrix<half> c,
                       int size_k) {
  auto& shared = ptx::dynamic_shared_memory<Shared>();
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < num_stages; ++stage) {
      ptx::mbarrier_init(shared.full[stage], 1);
      ptx::mbarrier_init(shared.empty[stage], warp_group_threads);
    }
    ptx::fence_mbarrier_init();
  }
  __syncthreads();

  int stage = 0;
  if (warp_group_index() == producer_warp_group) {
    if (ptx::elect_sync()) {
      PhaseBits empty_phases(1);
      for (int k = 0; k < size_k; k += tile_k) {
        mbarrier_wait_parity(shared.empty[stage], empty_phases[stage]);
        empty_phases.flip(stage);
        ptx::mbarrier_arrive_expect_tx(shared.full[stage], stage_bytes);
        ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, 0, shared.full[stage]);
        ptx::cp_async_bulk_tensor_2d(shared.b[stage], b_map, k, 0, shared.full[stage]);
        stage = next_stage(stage);
      }
    }
  } else {
    Accumulator<tile_m, tile_n> accumulator;
    PhaseBits full_phases(0);
    for (int k = 0; k < size_k; k += tile_k) {
      mbarrier_wait_parity(shared.full[stage], full_phases[stage]);
      full_phases.flip(stage);
      ptx::wgmma_fence(accumulator.registers);
      issue_mma(accumulator, shared.a[stage], shared.b[stage]);
      ptx::wgmma_commit_group();
      ptx::wgmma_wait_group<0>(accumulator.registers);
      ptx::mbarrier_arrive(shared.empty[stage]);
      stage = next_stage(stage);
    }
    store(accumulator, c, 0, 0);
  }
}

}  // namespace
}  // namespace hopper::labs
