/// \file
/// The second __syncthreads() keeps group 0 from overwriting the tile of A that group 1's MMAs still read.
#include "lab_support.cuh"

namespace hopper::labs {
namespace {

struct Shared {
  alignas(1024) half a[tile_m][tile_k];
  alignas(1024) half b[2][tile_n / 2][tile_k];  // one half for each warp group
};

__global__ void kernel(Matrix<const half> a, Matrix<const half> b, Matrix<half> c, int size_k) {
  auto& shared = ptx::dynamic_shared_memory<Shared>();
  const int group = warp_group_index();
  Accumulator<tile_m, tile_n / 2> accumulator;
  for (int k = 0; k < size_k; k += tile_k) {
    if (group == 0) {
      copy_tile(a, 0, k, shared.a);
    }
    copy_tile(b, group * tile_n / 2, k, shared.b[group]);
    ptx::fence_proxy_async();
    __syncthreads();

    ptx::wgmma_fence(accumulator.registers);
    issue_mma(accumulator, shared.a, shared.b[group]);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(accumulator.registers);
    __syncthreads();
  }
  store(accumulator, c, 0, group * tile_n / 2);
}

const LabRegistration registration(with_pointers<Shared>(kernel, 2 * warp_group_threads));

}  // namespace
}  // namespace hopper::labs
