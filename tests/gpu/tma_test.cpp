// What a TMA load leaves in shared memory.
#include <cstddef>
#include <cstdint>

#include "barrier_kernels.hpp"
#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "mapped_array.hpp"

namespace {

using matmul_tests::box_rows;
using matmul_tests::MappedArray;

constexpr int matrix_rows = 37;
constexpr int matrix_columns = 72;
constexpr int box_columns = 64;

// A different finite fp16 value for each element, none of them zero.
std::uint16_t element(int row, int column) { return static_cast<std::uint16_t>(1 + row * matrix_columns + column); }

// How many elements of two boxes, one below the other, don't lie where the 128-byte swizzle puts them.
int count_wrong_elements(int column, int row, unsigned& complete_after_one) {
  MappedArray<std::uint16_t> matrix(matrix_rows * matrix_columns);
  for (int r = 0; r < matrix_rows; ++r) {
    for (int c = 0; c < matrix_columns; ++c) {
      matrix[static_cast<std::size_t>(r * matrix_columns + c)] = element(r, c);
    }
  }
  MappedArray<std::uint16_t> image(2 * box_rows * box_columns);
  MappedArray<unsigned> complete(1);
  matmul_tests::load_boxes({.address = matrix.data(),
                            .rows = matrix_rows,
                            .columns = matrix_columns,
                            .box_rows = box_rows,
                            .box_columns = box_columns},
                           column, row, image.data(), complete.data());
  complete_after_one = complete[0];
  int wrong = 0;
  for (int r = 0; r < 2 * box_rows; ++r) {
    for (int c = 0; c < box_columns; ++c) {
      const bool inside = row + r >= 0 && row + r < matrix_rows && column + c >= 0 && column + c < matrix_columns;
      // 16-byte chunks of 8 elements; the chunk's number is XORed with the row's number modulo 8.
      const int place = r * box_columns + ((c / 8) ^ (r % 8)) * 8 + c % 8;
      wrong += image[static_cast<std::size_t>(place)] == (inside ? element(row + r, column + c) : 0) ? 0 : 1;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("A TMA load swizzles its box and reads zeros outside the matrix", "[tma]") {
  for (const int column : {0, 8, 64, 72, -8}) {
    for (const int row : {0, 1, 5, 16, 36, 37, -3}) {
      CAPTURE(column, row);
      unsigned complete_after_one = 2;
      CHECK(count_wrong_elements(column, row, complete_after_one) == 0);
      CHECK(complete_after_one == 0);
    }
  }
}
