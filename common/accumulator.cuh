/// \file
/// A warp group's fp32 accumulator: the product of two tiles, and the store to C.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/smem_descriptor.cuh>
#include <ptx/wgmma.cuh>

#include "matrix.cuh"
#include "quad_transpose.cuh"
#include "swizzle.cuh"

namespace hopper {

/// Rows of D that one wgmma instruction computes.
inline constexpr int mma_rows = 64;
/// Columns of A and B that one wgmma instruction multiplies (fp16).
inline constexpr int mma_k = 16;

/// Row of D, within its 64 rows, that register `index` of thread `thread` (0 to 127 in the warp group) holds.
///
/// PTX ISA: "Register fragments for wgmma.mma_async.m64nNk16", accumulator D: a warp owns 16 rows; a quad of lanes owns
/// two of them, eight apart; of each 8 columns a lane owns two neighbours in both rows.
__host__ __device__ constexpr int fragment_row(int thread, int index) {
  return thread / 32 * 16 + thread % 32 / 4 + index / 2 % 2 * 8;
}

/// Column of D that register `index` of thread `thread` holds; see fragment_row().
__host__ __device__ constexpr int fragment_column(int thread, int index) {
  return index / 4 * 8 + thread % 4 * 2 + index % 2;
}

/// The `rows` x `columns` fp32 accumulator of one warp group, `rows * columns / 128` registers a thread, all zero at
/// first. It is `rows / 64` slabs of 64 rows, because that is what one wgmma instruction computes.
template <int rows, int columns>
struct Accumulator {
  static_assert(rows % mma_rows == 0, "a warp group computes multiples of 64 rows");
  static constexpr int slabs = rows / mma_rows;  ///< instructions that cover the rows
  float registers[slabs][columns / 2] = {};  ///< this thread's elements; fragment_row() and fragment_column() say which
};

/// Issues every mma_async of accumulator += a * b^T for one K-tile, without waiting for any.
///
/// The warp group's 128 threads call it together, between wgmma_fence() and wgmma_commit_group().
/// \param a `rows` x 64 fp16 in shared memory, in the 128-byte swizzle, on a 1024-byte boundary
/// \param b `columns` x 64 fp16, likewise
template <int rows, int columns, int block_k>
__device__ __forceinline__ void issue_mma(Accumulator<rows, columns>& accumulator, const half (&a)[rows][block_k],
                                          const half (&b)[columns][block_k]) {
  static_assert(block_k * sizeof(half) == swizzle_row_bytes, "a tile's row is one row of the 128-byte swizzle");
  const ptx::SmemDescriptor b_descriptor = ptx::make_smem_descriptor(b);
#pragma unroll
  for (int k = 0; k < block_k; k += mma_k) {
#pragma unroll
    for (int slab = 0; slab < rows / mma_rows; ++slab) {
      const ptx::SmemDescriptor a_descriptor = ptx::make_smem_descriptor(a[slab * mma_rows]);
      ptx::wgmma_mma_async<columns>(accumulator.registers[slab], a_descriptor.advance_columns(k),
                                    b_descriptor.advance_columns(k));
    }
  }
}

/// Two neighbouring columns of a row, rounded to fp16: registers `index` and `index` + 1 of `slab`.
template <int rows, int columns>
__device__ __forceinline__ half2 rounded_pair(const Accumulator<rows, columns>& accumulator, int slab, int index) {
  return __floats2half2_rn(accumulator.registers[slab][index], accumulator.registers[slab][index + 1]);
}

/// store() for rows of C that start on 16-byte boundaries: each quad exchanges its words, so that a lane holds 8
/// neighbouring columns and writes them at once.
template <int rows, int columns>
__device__ __forceinline__ void store_in_eights(const Accumulator<rows, columns>& accumulator, Matrix<half> c, int row,
                                                int column) {
  const int thread = threadIdx.x % 128;
#pragma unroll
  for (int slab = 0; slab < rows / mma_rows; ++slab) {
#pragma unroll
    for (int first = 0; first < columns / 2; first += 16) {  // four blocks of 8 columns, one for each lane of the quad
#pragma unroll
      for (int lower = 0; lower < 4; lower += 2) {  // the upper and the lower of the thread's two rows
        std::uint32_t words[4];
#pragma unroll
        for (int block = 0; block < 4; ++block) {
          const half2 pair = rounded_pair(accumulator, slab, first + 4 * block + lower);
          words[block] = *reinterpret_cast<const std::uint32_t*>(&pair);
        }
        quad_transpose(words);
        const int c_row = row + slab * mma_rows + fragment_row(thread, lower);
        const int c_column = column + first * 2 + thread % 4 * 8;
        if (c_row < c.rows && c_column < c.columns) {
          *reinterpret_cast<uint4*>(c.at(c_row, c_column)) = {words[0], words[1], words[2], words[3]};
        }
      }
    }
  }
}

/// store() for any C: two neighbours in one 4-byte store where the row pitch keeps them aligned, else one by one.
template <int rows, int columns>
__device__ __forceinline__ void store_in_pairs(const Accumulator<rows, columns>& accumulator, Matrix<half> c, int row,
                                               int column) {
  const int thread = threadIdx.x % 128;
  const bool pairs_are_aligned = c.columns % 2 == 0;
#pragma unroll
  for (int slab = 0; slab < rows / mma_rows; ++slab) {
#pragma unroll
    for (int i = 0; i < columns / 2; i += 2) {
      const int c_row = row + slab * mma_rows + fragment_row(thread, i);
      const int c_column = column + fragment_column(thread, i);
      if (c_row < c.rows && c_column < c.columns) {
        const half2 pair = rounded_pair(accumulator, slab, i);
        half* const destination = c.at(c_row, c_column);
        if (pairs_are_aligned) {
          *reinterpret_cast<half2*>(destination) = pair;
        } else {
          destination[0] = __low2half(pair);
          if (c_column + 1 < c.columns) {
            destination[1] = __high2half(pair);
          }
        }
      }
    }
  }
}

/// Rounds the accumulator to fp16 and writes it to C at (`row`, `column`); elements outside C are not written.
///
/// The warp group's 128 threads call it together, after wgmma_wait_group().
/// \param c its data 16-byte aligned
/// \param column a multiple of 8
template <int rows, int columns>
__device__ __forceinline__ void store(const Accumulator<rows, columns>& accumulator, Matrix<half> c, int row,
                                      int column) {
  static_assert(columns % 32 == 0, "a quad stores four blocks of 8 columns");
  if (c.columns % 8 == 0) {
    store_in_eights(accumulator, c, row, column);
  } else {
    store_in_pairs(accumulator, c, row, column);
  }
}

}  // namespace hopper
