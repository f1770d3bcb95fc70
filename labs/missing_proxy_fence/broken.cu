/// \file
/// Ordinary stores fill the tiles and __syncthreads() makes every store visible to every thread. To whom is it not
/// visible?
#include "lab_support.cuh"

namespace hopper::labs {
namespace {

struct Shared {
  alignas(1024) half a[tile_m][tile_k];
  alignas(1024) half b[tile_n][tile_k];
};

__global__ void kernel(Matrix<const half> a, Matrix<const half> b, Matrix<half> c, int size_k) {
  auto& shared = ptx::dynamic_shared_memory<Shared>();
  Accumulator<tile_m, tile_n> accumulator;
  for (int k = 0; k < size_k; k += tile_k) {
    copy_tile(a, 0, k, shared.a);
    copy_tile(b, 0, k, shared.b);
    __syncthreads();

    ptx::wgmma_fence(accumulator.registers);
    issue_mma(accumulator, shared.a, shared.b);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(accumulator.registers);
    __syncthreads();
  }
  store(accumulator, c, 0, 0);
}

const LabRegistration registration(with_pointers<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
