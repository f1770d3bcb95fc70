/// \file
/// V1: the plain tiled loop, on the tensor cores.
///
/// One warp group copies a tile of A and a tile of B into shared memory, multiplies them, and starts again. Loading and
/// computing take turns.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <ptx/fence.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/wgmma.cuh>

#include "accumulator.cuh"
#include "matrix.cuh"
#include "rasterization.cuh"
#include "swizzle.cuh"
#include "warp_group.cuh"

namespace hopper::v1 {

template <typename Config>
struct SharedStorage {
  alignas(1024) half a[Config::block_m][Config::block_k];
  alignas(1024) half b[Config::block_n][Config::block_k];
};

/// Copies the tile of `source` at (`row`, `column`) into shared memory in the 128-byte swizzle, 16 bytes at a time;
/// what lies outside the matrix becomes zeros.
template <int rows, int columns>
__device__ __forceinline__ void copy_tile(Matrix<const half> source, int row, int column, half (&tile)[rows][columns]) {
  constexpr int chunk_elements = swizzle_chunk_bytes / sizeof(half);
  constexpr int chunks_per_row = columns / chunk_elements;
#pragma unroll
  for (int i = 0; i < rows * chunks_per_row; i += warp_group_threads) {
    const int tile_row = (i + warp_group_thread()) / chunks_per_row;
    const int chunk = (i + warp_group_thread()) % chunks_per_row;
    const int source_row = row + tile_row;
    const int source_column = column + chunk * chunk_elements;
    uint4 data = {0, 0, 0, 0};
    if (source_row < source.rows && source_column < source.columns) {
      data = *reinterpret_cast<const uint4*>(source.at(source_row, source_column));
    }
    *reinterpret_cast<uint4*>(reinterpret_cast<char*>(tile) + swizzle_128b(tile_row, chunk)) = data;
  }
}

template <typename Config>
__global__ void __launch_bounds__(Config::num_threads)
    matmul_v1(Matrix<const half> a, Matrix<const half> b, Matrix<half> c, int size_k) {
  auto& shared = ptx::dynamic_shared_memory<SharedStorage<Config>>();
  const TileCoord tile = plain_tile();
  const int row = tile.row * Config::block_m;
  const int column = tile.column * Config::block_n;

  Accumulator<Config::block_m, Config::block_n> accumulator;
  for (int k = 0; k < size_k; k += Config::block_k) {
    copy_tile(a, row, k, shared.a);
    copy_tile(b, column, k, shared.b);
    ptx::fence_proxy_async();  // WGMMA reads shared memory through the async proxy
    __syncthreads();

    ptx::wgmma_fence(accumulator.registers);
    issue_mma(accumulator, shared.a, shared.b);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(accumulator.registers);
    __syncthreads();  // the next copy overwrites tiles that other warps' MMAs may still read
  }
  store(accumulator, c, row, column);
}

}  // namespace hopper::v1
