// Which element of a warp group's accumulator each register of each thread holds.
#include <utility>
#include <vector>

#include "accumulator.cuh"
#include "catch.hpp"

namespace {

// A register of a warp group.
struct Holder {
  int thread;
  int index;
};

// Who holds element (row, column) of D, read off the PTX ISA's figure for the accumulator of wgmma.m64nNk16: warp w has
// rows 16w to 16w + 15; in each 8 x 8 block a row belongs to four neighbouring lanes, two columns each; d0 and d1 lie
// in the upper block, d2 and d3 in the lower one, and every further 8 columns take four registers more.
Holder holder_of(int row, int column) {
  const int warp = row / 16;
  const int lane = (row % 8) * 4 + (column % 8) / 2;
  const int in_lower_block = row % 16 >= 8 ? 1 : 0;
  return {warp * 32 + lane, (column / 8) * 4 + in_lower_block * 2 + column % 2};
}

// How many elements of the 64 x `columns` accumulator are not held exactly once, by the register that holds them.
int count_elements_held_wrongly(int columns) {
  std::vector<int> holders(static_cast<std::size_t>(64 * columns));
  int wrong = 0;
  for (int thread = 0; thread < 128; ++thread) {
    for (int index = 0; index < columns / 2; ++index) {
      const int row = hopper::fragment_row(thread, index);
      const int column = hopper::fragment_column(thread, index);
      if (row < 0 || row >= 64 || column < 0 || column >= columns) {
        ++wrong;
        continue;
      }
      ++holders[static_cast<std::size_t>(row * columns + column)];
    }
  }
  for (int row = 0; row < 64; ++row) {
    for (int column = 0; column < columns; ++column) {
      const auto [thread, index] = holder_of(row, column);
      const bool is_held =
          hopper::fragment_row(thread, index) == row && hopper::fragment_column(thread, index) == column;
      wrong += is_held && holders[static_cast<std::size_t>(row * columns + column)] == 1 ? 0 : 1;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("Every element of the accumulator is held once, where the PTX ISA says, for every N") {
  for (int columns = 8; columns <= 256; columns += 8) {
    CAPTURE(columns);
    CHECK(count_elements_held_wrongly(columns) == 0);
  }
}

TEST_CASE("Some registers of the fragment, as the PTX ISA's figure shows them") {
  const auto element = [](int thread, int index) {
    return std::pair(hopper::fragment_row(thread, index), hopper::fragment_column(thread, index));
  };
  CHECK(element(0, 0) == std::pair(0, 0));
  CHECK(element(0, 1) == std::pair(0, 1));
  CHECK(element(0, 2) == std::pair(8, 0));
  CHECK(element(0, 3) == std::pair(8, 1));
  CHECK(element(0, 4) == std::pair(0, 8));
  CHECK(element(3, 1) == std::pair(0, 7));
  CHECK(element(4, 0) == std::pair(1, 0));
  CHECK(element(31, 3) == std::pair(15, 7));
  CHECK(element(32, 0) == std::pair(16, 0));
  CHECK(element(127, 127) == std::pair(63, 255));
}

TEST_CASE("An accumulator starts at zero, with rows * columns / 128 registers a thread") {
  const hopper::Accumulator<128, 256> accumulator;
  CHECK(sizeof(accumulator.registers) == 128 * 256 / 128 * sizeof(float));
  int not_zero = 0;
  for (const auto& slab : accumulator.registers) {
    for (const float value : slab) {
      not_zero += value == 0.0f ? 0 : 1;
    }
  }
  CHECK(not_zero == 0);
}
