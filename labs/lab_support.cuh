/// \file
/// What the labs share: the sizes of their tiles and the way they are launched. Nothing in here is broken.
///
/// Every lab multiplies C[64, 64] = A[64, k] * B[64, k]^T in one CTA.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <device/launch.cuh>
#include <device/mbarrier_wait.cuh>
#include <ptx/elect.cuh>
#include <ptx/fence.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/tma.cuh>
#include <ptx/wgmma.cuh>

#include <ptx/smem_descriptor.cuh>
#include "accumulator.cuh"
#include "configuration.cuh"
#include "device/tensor_map.cuh"
#include "lab_registry.hpp"
#include "matrix.cuh"
#include "phase_bits.cuh"
#include "swizzle.cuh"
#include "warp_group.cuh"

namespace hopper::labs {

inline constexpr int tile_m = 64;
inline constexpr int tile_n = 64;
inline constexpr int tile_k = 64;
inline constexpr int num_stages = 2;
/// Bytes of one stage: a tile of A and a tile of B.
inline constexpr int stage_bytes = (tile_m + tile_n) * tile_k * static_cast<int>(sizeof(half));

/// Warps 0 to 3 consume, warp 4 produces.
inline constexpr int producer_warp_group = 1;
inline constexpr int ring_threads = warp_group_threads + 32;

/// The stage behind `stage` in the ring.
__device__ __forceinline__ int next_stage(int stage) { return (stage + 1) % num_stages; }

/// Copies the tile of `source` at (`row`, `column`) into shared memory in the 128-byte swizzle, by ordinary loads and
/// stores of one warp group's threads.
template <int rows>
__device__ __forceinline__ void copy_tile(Matrix<const half> source, int row, int column, half (&tile)[rows][tile_k]) {
  constexpr int chunks_per_row = swizzle_row_bytes / swizzle_chunk_bytes;
  for (int i = warp_group_thread(); i < rows * chunks_per_row; i += warp_group_threads) {
    const int tile_row = i / chunks_per_row;
    const int chunk = i % chunks_per_row;
    const uint4 data = *reinterpret_cast<const uint4*>(source.at(row + tile_row, column + chunk * 8));
    *reinterpret_cast<uint4*>(reinterpret_cast<char*>(tile) + swizzle_128b(tile_row, chunk)) = data;
  }
}

/// The launch of a kernel that loads its tiles through tensor maps of A and B.
/// \tparam Shared the kernel's shared storage
template <typename Shared, typename Kernel>
LabLaunch with_tensor_maps(Kernel kernel, int threads = ring_threads) {
  return [kernel, threads](const matmul::Operands& operands, matmul::Stream stream) {
    const auto [m, n, k] = extents(operands);
    launch_kernel(kernel, {dim3(1), threads, sizeof(Shared)}, stream,
                  make_tensor_map<tile_m, tile_k>(as_half(operands.a), m, k),
                  make_tensor_map<tile_n, tile_k>(as_half(operands.b), n, k), output_matrix(operands), k);
  };
}

/// The launch of a kernel that reads A and B with ordinary loads.
template <typename Shared, typename Kernel>
LabLaunch with_pointers(Kernel kernel, int threads = warp_group_threads) {
  return [kernel, threads](const matmul::Operands& operands, matmul::Stream stream) {
    const auto [m, n, k] = extents(operands);
    launch_kernel(kernel, {dim3(1), threads, sizeof(Shared)}, stream, Matrix<const half>{as_half(operands.a), m, k},
                  Matrix<const half>{as_half(operands.b), n, k}, output_matrix(operands), k);
  };
}

}  // namespace hopper::labs
