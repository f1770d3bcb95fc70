/// \file
/// V4: more independent MMA work.
///
/// Two consumer warp groups share each tile of B, so that one has MMAs queued while the other drains. The Pipeline
/// class takes over the barriers, a third stage keeps the loads ahead, and the rasterizer keeps A and B in L2.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <ptx/elect.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/tma.cuh>
#include <ptx/wgmma.cuh>

#include "accumulator.cuh"
#include "integer_math.hpp"
#include "matrix.cuh"
#include "pipeline.cuh"
#include "rasterization.cuh"
#include "warp_group.cuh"

namespace hopper::v4 {

template <typename Config>
struct SharedStorage {
  alignas(1024) half a[Config::num_stages][Config::num_consumer_groups][Config::group_m][Config::block_k];
  alignas(1024) half b[Config::num_stages][Config::block_n][Config::block_k];
  PipelineBarriers<Config::num_stages> barriers;
  static constexpr int stage_bytes = (Config::block_m + Config::block_n) * Config::block_k * sizeof(half);
};

/// \tparam Ring what keeps the stages in order; ablations.cuh has others
template <typename Config, typename Ring = Pipeline<Config::num_stages>>
__global__ void __launch_bounds__(Config::num_threads)
    matmul_v4(const __grid_constant__ ptx::TensorMap a_map, const __grid_constant__ ptx::TensorMap b_map,
              Matrix<half> c, int size_k, TileRasterizer<Config::swizzle_size> rasterizer) {
  auto& shared = ptx::dynamic_shared_memory<SharedStorage<Config>>();
  const TileCoord tile = rasterizer.tile();
  const int row = tile.row * Config::block_m;
  const int column = tile.column * Config::block_n;
  const int num_k_tiles = ceil_div(size_k, Config::block_k);

  Ring pipeline(shared.barriers, {.producer_arrivals = 1, .consumer_arrivals = Config::num_consumer_groups});

  const int group = warp_group_index();
  if (group == Config::producer_warp_group) {
    if (ptx::elect_sync()) {
      for (int k_tile = 0; k_tile < num_k_tiles; ++k_tile) {
        const int k = k_tile * Config::block_k;
        pipeline.producer_acquire();
        const int stage = pipeline.producer_stage();
        ptx::mbarrier_arrive_expect_tx(pipeline.producer_barrier(), shared.stage_bytes);
        for (int slab = 0; slab < Config::num_consumer_groups; ++slab) {
          ptx::cp_async_bulk_tensor_2d(shared.a[stage][slab], a_map, k, row + slab * Config::group_m,
                                       pipeline.producer_barrier());
        }
        ptx::cp_async_bulk_tensor_2d(shared.b[stage], b_map, k, column, pipeline.producer_barrier());
        pipeline.producer_advance();
      }
      // Leave only when the consumers have released every stage that was filled.
      for (int k_tile = 0; k_tile < Config::num_stages && k_tile < num_k_tiles; ++k_tile) {
        pipeline.producer_acquire();
        pipeline.producer_advance();
      }
    }
  } else {
    Accumulator<Config::group_m, Config::block_n> accumulator;
    for (int k_tile = 0; k_tile < num_k_tiles; ++k_tile) {
      pipeline.consumer_acquire();
      const int stage = pipeline.consumer_stage();

      ptx::wgmma_fence(accumulator.registers);
      issue_mma(accumulator, shared.a[stage][group], shared.b[stage]);
      ptx::wgmma_commit_group();
      ptx::wgmma_wait_group<0>(accumulator.registers);

      if (warp_group_thread() == 0) {  // one thread speaks for its group
        ptx::mbarrier_arrive(pipeline.consumer_barrier());
      }
      pipeline.consumer_advance();
    }
    store(accumulator, c, row + group * Config::group_m, column);
  }
}

}  // namespace hopper::v4
