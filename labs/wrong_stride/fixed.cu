/// \file
/// The stride dimension's offset leads from eight rows to the next eight: 1024 bytes.
#include "lab_support.cuh"

namespace hopper::labs {
namespace {

struct Shared {
  alignas(1024) half a[num_stages][tile_m][tile_k];
  alignas(1024) half b[num_stages][tile_n][tile_k];
  ptx::FullBarrier full[num_stages];
  ptx::EmptyBarrier empty[num_stages];
};

// The matrix descriptor of a tile whose rows are 128 bytes long, in the 128-byte swizzle.
__device__ ptx::SmemDescriptor describe(const void* tile) {
  const std::uint64_t start = ptx::shared_address(tile);
  const std::uint64_t stride = 1024;
  return {start >> 4 | stride >> 4 << 32 | std::uint64_t{1} << 62};
}

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
      for (int column = 0; column < tile_k; column += mma_k) {
        ptx::wgmma_mma_async<tile_n>(accumulator.registers[0], describe(shared.a[stage]).advance_columns(column),
                                     describe(shared.b[stage]).advance_columns(column));
      }
      ptx::wgmma_commit_group();
      ptx::wgmma_wait_group<0>(accumulator.registers);
      ptx::mbarrier_arrive(shared.empty[stage]);
      stage = next_stage(stage);
    }
    store(accumulator, c, 0, 0);
  }
}

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
