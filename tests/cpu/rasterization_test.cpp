// Which tile of C each CTA gets.
#include "rasterization.cuh"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace {

using hopper::TileCoord;
using hopper::TileRasterizer;

// The tile that comes `linear_index`-th when groups of tile columns are walked one after another, each row by row.
TileCoord tile_by_walking(int tile_rows, int tile_columns, int swizzle_size, std::int64_t linear_index) {
  for (int first = 0; first < tile_columns; first += swizzle_size) {
    const std::int64_t width = first + swizzle_size <= tile_columns ? swizzle_size : tile_columns - first;
    if (linear_index < width * tile_rows) {
      return {static_cast<int>(linear_index / width), first + static_cast<int>(linear_index % width)};
    }
    linear_index -= width * tile_rows;
  }
  FAIL("the index lies outside the grid");
  return {};
}

// How many grids up to 40 x 40 are not covered exactly once, tile by tile.
template <int swizzle_size>
int count_grids_not_covered_once() {
  int wrong = 0;
  for (int rows = 1; rows <= 40; ++rows) {
    for (int columns = 1; columns <= 40; ++columns) {
      const TileRasterizer<swizzle_size> rasterizer(rows, columns);
      const int tiles = rows * columns;
      std::vector<bool> seen(static_cast<std::size_t>(tiles));
      int distinct = 0;
      for (int i = 0; i < tiles; ++i) {
        const TileCoord tile = rasterizer.compute_block_coord(static_cast<std::uint32_t>(i));
        if (tile.row < 0 || tile.row >= rows || tile.column < 0 || tile.column >= columns) {
          continue;
        }
        const auto number = static_cast<std::size_t>(tile.row * columns + tile.column);
        distinct += seen[number] ? 0 : 1;
        seen[number] = true;
      }
      wrong += distinct == tiles ? 0 : 1;
    }
  }
  return wrong;
}

// How many tiles of grids up to 20 x 40 come at another place than the walk says.
template <int swizzle_size>
int count_tiles_out_of_order() {
  int wrong = 0;
  for (int rows = 1; rows <= 20; ++rows) {
    for (int columns = 1; columns <= 40; ++columns) {
      const TileRasterizer<swizzle_size> rasterizer(rows, columns);
      for (int i = 0; i < rows * columns; ++i) {
        const TileCoord tile = rasterizer.compute_block_coord(static_cast<std::uint32_t>(i));
        const TileCoord expected = tile_by_walking(rows, columns, swizzle_size, i);
        wrong += tile.row == expected.row && tile.column == expected.column ? 0 : 1;
      }
    }
  }
  return wrong;
}

template <int swizzle_size>
void check_swizzle_size() {
  INFO("swizzle size " << swizzle_size);
  CHECK(count_grids_not_covered_once<swizzle_size>() == 0);
  CHECK(count_tiles_out_of_order<swizzle_size>() == 0);
}

// Rows of A and columns of B that the first `ctas` CTAs read between them.
template <int swizzle_size>
std::size_t strips_touched(int tile_rows, int tile_columns, int ctas) {
  const TileRasterizer<swizzle_size> rasterizer(tile_rows, tile_columns);
  std::set<int> rows;
  std::set<int> columns;
  for (int i = 0; i < ctas; ++i) {
    const TileCoord tile = rasterizer.compute_block_coord(static_cast<std::uint32_t>(i));
    rows.insert(tile.row);
    columns.insert(tile.column);
  }
  return rows.size() + columns.size();
}

}  // namespace

TEST_CASE("The rasterizer covers every grid up to 40 x 40 once, in order, with every swizzle size up to 16") {
  []<int... size>(std::integer_sequence<int, size...>) { (check_swizzle_size<size + 1>(), ...); }
  (std::make_integer_sequence<int, 16>{});
}

TEST_CASE("A group goes row by row and the last group is narrower") {
  // 2 x 7 tiles in groups of 3 columns: columns 0-2, 3-5, 6.
  const TileRasterizer<3> rasterizer(2, 7);
  const std::vector<std::pair<int, int>> expected = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3},
                                                     {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {0, 6}, {1, 6}};
  std::vector<std::pair<int, int>> tiles;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const TileCoord tile = rasterizer.compute_block_coord(i);
    tiles.emplace_back(tile.row, tile.column);
  }
  CHECK(tiles == expected);
}

TEST_CASE("Groups of 4 let 16 CTAs share 8 strips where the plain order touches 10") {
  CHECK(strips_touched<4>(8, 8, 16) == 8);
  CHECK(strips_touched<8>(8, 8, 16) == 10);  // one group as wide as the grid is the plain order
}

TEST_CASE("Grids near the limit of 2^31 tiles keep their order") {
  const auto check = [](auto rasterizer, int swizzle_size, int rows, int columns) {
    const std::int64_t tiles = std::int64_t{rows} * columns;
    for (const std::int64_t i :
         {std::int64_t{0}, std::int64_t{1}, tiles / 3, tiles / 2, tiles - swizzle_size, tiles - 2, tiles - 1}) {
      const TileCoord tile = rasterizer.compute_block_coord(static_cast<std::uint32_t>(i));
      const TileCoord expected = tile_by_walking(rows, columns, swizzle_size, i);
      CAPTURE(rows, columns, swizzle_size, i);
      CHECK(tile.row == expected.row);
      CHECK(tile.column == expected.column);
    }
  };
  check(TileRasterizer<4>(46340, 46341), 4, 46340, 46341);
  check(TileRasterizer<16>(46340, 46340), 16, 46340, 46340);
  check(TileRasterizer<3>(715'827'882, 3), 3, 715'827'882, 3);
  check(TileRasterizer<7>(1000, 2'147'483), 7, 1000, 2'147'483);
  check(TileRasterizer<2>(2'147'483'640, 1), 2, 2'147'483'640, 1);
  check(TileRasterizer<16>(268'435'459, 1), 16, 268'435'459, 1);  // 16 times the rows would overflow to 48
}

TEST_CASE("The grid is 1D with groups and plain 2D without") {
  const dim3 grouped = TileRasterizer<4>(5, 9).grid();
  CHECK(grouped.x == 45);
  CHECK(grouped.y == 1);
  CHECK(grouped.z == 1);
  const dim3 plain = TileRasterizer<1>(5, 9).grid();
  CHECK(plain.x == 9);
  CHECK(plain.y == 5);
  CHECK(plain.z == 1);
}
