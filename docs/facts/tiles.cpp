#include "facts/tiles.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "rasterization.cuh"

namespace docs {
namespace {

using hopper::TileCoord;
using hopper::TileRasterizer;
using nlohmann::json;

constexpr int max_swizzle_size = 16;

// The tile of the CTA that is `index`-th when the grid's x runs fastest.
template <int swizzle_size>
TileCoord tile_of(int tile_rows, int tile_columns, int index) {
  const TileRasterizer<swizzle_size> rasterizer(tile_rows, tile_columns);
  if constexpr (swizzle_size == 1) {
    const auto width = static_cast<int>(rasterizer.grid().x);
    return {index / width, index % width};
  } else {
    return rasterizer.compute_block_coord(static_cast<std::uint32_t>(index));
  }
}

using TileOf = TileCoord (*)(int, int, int);

template <int... i>
constexpr std::array<TileOf, sizeof...(i)> tile_functions(std::integer_sequence<int, i...>) {
  return {tile_of<i + 1>...};
}

constexpr auto functions = tile_functions(std::make_integer_sequence<int, max_swizzle_size>());

json wave(const std::string& line) {
  std::istringstream text(line);
  int rows = 0;
  int columns = 0;
  int swizzle_size = 0;
  int first = -1;
  int count = 0;
  text >> rows >> columns >> swizzle_size >> first >> count;
  const bool in_range = rows >= 1 && rows <= 1024 && columns >= 1 && columns <= 1024 && swizzle_size >= 1 &&
                        swizzle_size <= max_swizzle_size && first >= 0 && count >= 0 && first + count <= rows * columns;
  if (!text || !in_range) {
    throw std::invalid_argument(
        fmt::format("'{}' is not 'tile_rows tile_columns swizzle_size first count' with 1 to 1024 rows and columns, a "
                    "swizzle size of 1 to {} and CTAs that the grid has",
                    line, max_swizzle_size));
  }
  json tiles = json::array();
  std::set<int> a_strips;
  std::set<int> b_strips;
  for (int index = first; index < first + count; ++index) {
    const TileCoord tile = functions[static_cast<std::size_t>(swizzle_size - 1)](rows, columns, index);
    tiles.push_back({tile.row, tile.column});
    a_strips.insert(tile.row);
    b_strips.insert(tile.column);
  }
  return {{"tiles", tiles}, {"a_strips", a_strips}, {"b_strips", b_strips}};
}

}  // namespace

json tile_facts(std::istream& cases) {
  json facts = json::array();
  for (std::string line; std::getline(cases, line);) {
    facts.push_back(wave(line));
  }
  return facts;
}

}  // namespace docs
