/// \file
/// V3: loading and computing in different warps.
///
/// A producer warp does nothing but ask TMA for tiles, a consumer warp group does nothing but multiply them. A full and
/// an empty mbarrier a stage are all that the two share.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <device/mbarrier_wait.cuh>
#include <ptx/elect.cuh>
#include <ptx/fence.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/tma.cuh>
#include <ptx/wgmma.cuh>

#include "accumulator.cuh"
#include "integer_math.hpp"
#include "matrix.cuh"
#include "phase_bits.cuh"
#include "rasterization.cuh"
#include "warp_group.cuh"

namespace hopper::v3 {

template <typename Config>
struct SharedStorage {
  alignas(1024) half a[Config::num_stages][Config::block_m][Config::block_k];
  alignas(1024) half b[Config::num_stages][Config::block_n][Config::block_k];
  ptx::FullBarrier full[Config::num_stages];
  ptx::EmptyBarrier empty[Config::num_stages];
  static constexpr int stage_bytes = (Config::block_m + Config::block_n) * Config::block_k * sizeof(half);
};

template <typename Config>
__global__ void __launch_bounds__(Config::num_threads)
    matmul_v3(const __grid_constant__ ptx::TensorMap a_map, const __grid_constant__ ptx::TensorMap b_map,
              Matrix<half> c, int size_k) {
  auto& shared = ptx::dynamic_shared_memory<SharedStorage<Config>>();
  const TileCoord tile = plain_tile();
  const int row = tile.row * Config::block_m;
  const int column = tile.column * Config::block_n;
  const int num_k_tiles = ceil_div(size_k, Config::block_k);

  if (threadIdx.x == 0) {
    for (int stage = 0; stage < Config::num_stages; ++stage) {
      ptx::mbarrier_init(shared.full[stage], 1);
      ptx::mbarrier_init(shared.empty[stage], warp_group_threads);
    }
    ptx::fence_mbarrier_init();
  }
  __syncthreads();

  int stage = 0;
  if (warp_group_index() == Config::producer_warp_group) {
    if (ptx::elect_sync()) {
      PhaseBits empty_phases(1);
      for (int k_tile = 0; k_tile < num_k_tiles; ++k_tile) {
        const int k = k_tile * Config::block_k;
        mbarrier_wait_parity(shared.empty[stage], empty_phases[stage]);
        empty_phases.flip(stage);
        ptx::mbarrier_arrive_expect_tx(shared.full[stage], shared.stage_bytes);
        ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, row, shared.full[stage]);
        ptx::cp_async_bulk_tensor_2d(shared.b[stage], b_map, k, column, shared.full[stage]);
        stage = (stage + 1) % Config::num_stages;
      }
      // Leave only when the consumers have released every stage that was filled.
      for (int k_tile = 0; k_tile < Config::num_stages && k_tile < num_k_tiles; ++k_tile) {
        mbarrier_wait_parity(shared.empty[stage], empty_phases[stage]);
        stage = (stage + 1) % Config::num_stages;
      }
    }
  } else {
    Accumulator<Config::block_m, Config::block_n> accumulator;
    PhaseBits full_phases(0);
    for (int k_tile = 0; k_tile < num_k_tiles; ++k_tile) {
      mbarrier_wait_parity(shared.full[stage], full_phases[stage]);
      full_phases.flip(stage);

      ptx::wgmma_fence(accumulator.registers);
      issue_mma(accumulator, shared.a[stage], shared.b[stage]);
      ptx::wgmma_commit_group();
      ptx::wgmma_wait_group<0>(accumulator.registers);

      ptx::mbarrier_arrive(shared.empty[stage]);
      stage = (stage + 1) % Config::num_stages;
    }
    store(accumulator, c, row, column);
  }
}

}  // namespace hopper::v3
