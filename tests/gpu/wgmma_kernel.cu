#include "wgmma_kernel.hpp"

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <array>
#include <device/launch.cuh>
#include <ptx/fence.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/smem_descriptor.cuh>
#include <ptx/wgmma.cuh>
#include <utility>

#include "accumulator.cuh"
#include "device/cuda_check.hpp"
#include "swizzle.cuh"

namespace matmul_tests {
namespace {

namespace ptx = hopper::ptx;

constexpr int tile_k = 64;
constexpr int warp_group_threads = 128;

template <int n>
struct Tiles {
  alignas(1024) half a[hopper::mma_rows][tile_k];
  alignas(1024) half b[n][tile_k];
};

template <int rows>
__device__ void copy_swizzled(half (&tile)[rows][tile_k], const int* source) {
  for (int i = static_cast<int>(threadIdx.x); i < rows * tile_k; i += warp_group_threads) {
    const int row = i / tile_k;
    const int column = i % tile_k;
    char* const chunk = reinterpret_cast<char*>(tile) + hopper::swizzle_128b(row, column / 8);
    reinterpret_cast<half*>(chunk)[column % 8] = __int2half_rn(source[i]);
  }
}

template <int n>
__global__ void __launch_bounds__(warp_group_threads) multiply(const int* a, const int* b, float* d, bool accumulate) {
  auto& tiles = ptx::dynamic_shared_memory<Tiles<n>>();
  copy_swizzled(tiles.a, a);
  copy_swizzled(tiles.b, b);
  ptx::fence_proxy_async();
  __syncthreads();

  const int thread = static_cast<int>(threadIdx.x);
  float registers[1][n / 2];
#pragma unroll
  for (int i = 0; i < n / 2; ++i) {
    registers[0][i] = d[hopper::fragment_row(thread, i) * n + hopper::fragment_column(thread, i)];
  }
  const hopper::ptx::SmemDescriptor a_descriptor = hopper::ptx::make_smem_descriptor(tiles.a);
  const hopper::ptx::SmemDescriptor b_descriptor = hopper::ptx::make_smem_descriptor(tiles.b);
  ptx::wgmma_fence(registers);
#pragma unroll
  for (int k = 0; k < tile_k; k += hopper::mma_k) {
    ptx::wgmma_mma_async<n>(registers[0], a_descriptor.advance_columns(k), b_descriptor.advance_columns(k),
                            accumulate || k > 0);
  }
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>(registers);
#pragma unroll
  for (int i = 0; i < n / 2; ++i) {
    d[hopper::fragment_row(thread, i) * n + hopper::fragment_column(thread, i)] = registers[0][i];
  }
}

using Launch = void (*)(const int*, const int*, float*, bool);

template <int n>
void launch(const int* a, const int* b, float* d, bool accumulate) {
  hopper::launch_kernel(multiply<n>, {dim3(1), warp_group_threads, static_cast<int>(sizeof(Tiles<n>))}, cudaStream_t{},
                        a, b, d, accumulate);
}

template <int... eighth>
constexpr std::array<Launch, sizeof...(eighth)> launches(std::integer_sequence<int, eighth...>) {
  return {launch<8 * (eighth + 1)>...};
}

}  // namespace

void multiply_with_wgmma(int n, const int* a, const int* b, float* d, bool accumulate) {
  static constexpr auto launch_of = launches(std::make_integer_sequence<int, 32>{});
  launch_of.at(static_cast<std::size_t>(n / 8 - 1))(a, b, d, accumulate);
  HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
}

}  // namespace matmul_tests
