#include "bench/strips.hpp"

#include <set>

#include "rasterization.cuh"

namespace matmul {
namespace {

template <int swizzle_size>
int count_strips(int rows, int columns, int blocks) {
  const hopper::TileRasterizer<swizzle_size> rasterizer(rows, columns);
  std::set<int> touched_rows;
  std::set<int> touched_columns;
  for (int block = 0; block < blocks; ++block) {
    const hopper::TileCoord tile = rasterizer.compute_block_coord(static_cast<unsigned>(block));
    touched_rows.insert(tile.row);
    touched_columns.insert(tile.column);
  }
  return static_cast<int>(touched_rows.size() + touched_columns.size());
}

}  // namespace

int strips_touched(int rows, int columns, int blocks, bool grouped) {
  // The plain order is one group as wide as the grid; a single-column group would go column by column.
  return grouped ? count_strips<4>(rows, columns, blocks) : count_strips<1 << 16>(rows, columns, blocks);
}

}  // namespace matmul
