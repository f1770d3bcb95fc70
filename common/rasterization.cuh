/// \file
/// Which tile of C a CTA computes.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "fast_divmod.cuh"
#include "integer_math.hpp"

namespace hopper {

/// Position of a tile in C's grid of tiles.
struct TileCoord {
  int row;     ///< in tiles from the top
  int column;  ///< in tiles from the left
};

/// The plain 2D grid of `tile_rows` x `tile_columns` tiles: columns along x, rows along y.
///
/// Rows beyond the 65535 that y can count go on along z. When they don't divide evenly, the last CTAs along z lie below
/// C, where loads bring zeros and nothing is stored.
inline dim3 plain_grid(int tile_rows, int tile_columns) {
  constexpr int largest_y = 65535;
  const int folds = ceil_div(tile_rows, largest_y);
  return dim3(static_cast<unsigned>(tile_columns), static_cast<unsigned>(ceil_div(tile_rows, folds)),
              static_cast<unsigned>(folds));
}

/// The tile of the CTA that calls, in a plain_grid().
__device__ __forceinline__ TileCoord plain_tile() {
  return {static_cast<int>(blockIdx.z * gridDim.y + blockIdx.y), static_cast<int>(blockIdx.x)};
}

/// Maps the CTAs of a 1D grid to tiles in groups of `swizzle_size` tile columns.
///
/// Within a group the tiles go row by row, so CTAs that run at the same time share few rows of A and few columns of B,
/// which then stay in L2. The last group is narrower when `swizzle_size` does not divide the number of columns. The
/// mapping is a bijection for every grid.
/// \tparam swizzle_size tile columns in a group, at least 1; 1 bypasses the mapping at compile time and uses a plain
/// 2D grid
template <int swizzle_size>
class TileRasterizer {
 public:
  static_assert(swizzle_size >= 1);

  /// \param tile_rows,tile_columns C's size in tiles; at least 1 each, their product below 2^31
  __host__ __device__ constexpr TileRasterizer(int tile_rows, int tile_columns)
      : tile_rows_(tile_rows),
        tile_columns_(tile_columns),
        tiles_per_group_(static_cast<std::uint32_t>(tile_rows) *
                         static_cast<std::uint32_t>(tile_columns < swizzle_size ? tile_columns : swizzle_size)),
        last_group_columns_(
            static_cast<std::uint32_t>(tile_columns % swizzle_size == 0 ? swizzle_size : tile_columns % swizzle_size)) {
  }

  /// The grid to launch: x, y.
  __host__ dim3 grid() const {
    if constexpr (swizzle_size == 1) {
      return plain_grid(tile_rows_, tile_columns_);
    } else {
      return dim3(static_cast<unsigned>(tile_rows_) * static_cast<unsigned>(tile_columns_));
    }
  }

  /// The tile of CTA `linear_index` of the 1D grid.
  __host__ __device__ constexpr TileCoord compute_block_coord(std::uint32_t linear_index) const {
    const DivmodResult group = tiles_per_group_.divmod(linear_index);
    const int first_column = static_cast<int>(group.quotient) * swizzle_size;
    if (first_column + swizzle_size <= tile_columns_) {
      return {static_cast<int>(group.remainder) / swizzle_size,
              first_column + static_cast<int>(group.remainder) % swizzle_size};
    }
    const DivmodResult within = last_group_columns_.divmod(group.remainder);
    return {static_cast<int>(within.quotient), first_column + static_cast<int>(within.remainder)};
  }

  /// The tile of the CTA that calls.
  __device__ __forceinline__ TileCoord tile() const {
    if constexpr (swizzle_size == 1) {
      return plain_tile();
    } else {
      return compute_block_coord(blockIdx.x);
    }
  }

 private:
  int tile_rows_;
  int tile_columns_;
  FastDivmod tiles_per_group_;
  FastDivmod last_group_columns_;
};

}  // namespace hopper
