// Which tiles a wave of CTAs computes, and which strips of A and B it needs.
#pragma once

#include <istream>
#include <nlohmann/json.hpp>

namespace docs {

/// For each line `tile_rows tile_columns swizzle_size first count` the tiles of CTAs first to first + count - 1, and
/// the rows and columns of tiles that they touch.
/// \throws std::invalid_argument for a line that is not of this form, with what is accepted
nlohmann::json tile_facts(std::istream& cases);

}  // namespace docs
