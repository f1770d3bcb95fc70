/// \file
/// V2: the copy engine loads the tiles.
///
/// One thread asks TMA for tiles several K-tiles ahead, into a ring of stages; an mbarrier a stage tells when its tiles
/// have landed. The same warp group still issues the loads and the MMAs.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <device/mbarrier_wait.cuh>
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

namespace hopper::v2 {

template <typename Config>
struct SharedStorage {
  alignas(1024) half a[Config::num_stages][Config::block_m][Config::block_k];
  alignas(1024) half b[Config::num_stages][Config::block_n][Config::block_k];
  ptx::FullBarrier full[Config::num_stages];
  static constexpr int stage_bytes = (Config::block_m + Config::block_n) * Config::block_k * sizeof(half);
};

template <typename Config>
__global__ void __launch_bounds__(Config::num_threads)
    matmul_v2(const __grid_constant__ ptx::TensorMap a_map, const __grid_constant__ ptx::TensorMap b_map,
              Matrix<half> c, int size_k) {
  auto& shared = ptx::dynamic_shared_memory<SharedStorage<Config>>();
  const TileCoord tile = plain_tile();
  const int row = tile.row * Config::block_m;
  const int column = tile.column * Config::block_n;
  const int num_k_tiles = ceil_div(size_k, Config::block_k);

  if (threadIdx.x == 0) {
    for (int stage = 0; stage < Config::num_stages; ++stage) {
      ptx::mbarrier_init(shared.full[stage], 1);
    }
    ptx::fence_mbarrier_init();
  }
  __syncthreads();

  const auto load = [&](int k_tile, int stage) {
    const int k = k_tile * Config::block_k;
    ptx::mbarrier_arrive_expect_tx(shared.full[stage], shared.stage_bytes);
    ptx::cp_async_bulk_tensor_2d(shared.a[stage], a_map, k, row, shared.full[stage]);
    ptx::cp_async_bulk_tensor_2d(shared.b[stage], b_map, k, column, shared.full[stage]);
  };
  if (threadIdx.x == 0) {
    for (int k_tile = 0; k_tile < Config::num_stages && k_tile < num_k_tiles; ++k_tile) {
      load(k_tile, k_tile);
    }
  }

  Accumulator<Config::block_m, Config::block_n> accumulator;
  PhaseBits full_phases(0);
  int stage = 0;
  for (int k_tile = 0; k_tile < num_k_tiles; ++k_tile) {
    mbarrier_wait_parity(shared.full[stage], full_phases[stage]);
    full_phases.flip(stage);

    ptx::wgmma_fence(accumulator.registers);
    issue_mma(accumulator, shared.a[stage], shared.b[stage]);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(accumulator.registers);
    // No __syncthreads(): a wgmma belongs to the warp group as a whole, so thread 0's wait speaks for all four warps.

    if (threadIdx.x == 0 && k_tile + Config::num_stages < num_k_tiles) {
      load(k_tile + Config::num_stages, stage);
    }
    stage = (stage + 1) % Config::num_stages;
  }
  store(accumulator, c, row, column);
}

}  // namespace hopper::v2
