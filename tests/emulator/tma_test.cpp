// The emulated TMA against a direct copy: ragged boxes and every swizzle.
#include <cstring>

#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

struct Storage {
  alignas(1024) std::uint16_t bytes[8 * 1024];
  ptx::FullBarrier full;
};

// Where the 16-byte chunk `chunk` of row `row` lies in a box whose rows are exactly the swizzle's span; from the tables
// in PTX ISA, "Tensors: swizzling modes": the pattern repeats after 2, 4 or 8 lines of 128 bytes.
int chunk_offset(matmul::Swizzle swizzle, int row, int chunk, int row_bytes) {
  switch (swizzle) {
    case matmul::Swizzle::none: return row * row_bytes + chunk * 16;
    case matmul::Swizzle::bytes_32: return row * 32 + (chunk ^ (row / 4 % 2)) * 16;
    case matmul::Swizzle::bytes_64: return row * 64 + (chunk ^ (row / 2 % 4)) * 16;
    case matmul::Swizzle::bytes_128: return row * 128 + (chunk ^ (row % 8)) * 16;
  }
  return -1;
}

// Loads one box and returns the shared memory that it was loaded into.
std::vector<std::uint16_t> load_box(const matmul::TensorMapRequest& map, int column, int row,
                                    matmul::CompletionPolicy policy) {
  std::vector<std::uint16_t> seen(8 * 1024);
  const auto report = run_tiny(32, sizeof(Storage),
                               [&] {
                                 auto& shared = storage<Storage>();
                                 if (thread() == 0) {
                                   ptx::mbarrier_init(shared.full, 1);
                                   ptx::fence_mbarrier_init();
                                   ptx::mbarrier_arrive_expect_tx(
                                       shared.full, static_cast<unsigned>(map.box_rows * map.box_columns * 2));
                                   ptx::cp_async_bulk_tensor_2d(shared.bytes, map, column, row, shared.full);
                                   hopper::mbarrier_wait_parity(shared.full, 0);
                                   for (int i = 0; i < map.box_rows * map.box_columns; ++i) {
                                     seen[static_cast<std::size_t>(i)] = shared.bytes[i];
                                   }
                                 }
                               },
                               {.policy = policy});
  CHECK(report.clean());
  return seen;
}

}  // namespace

TEST_CASE("A load brings the box as a direct copy would, zeros outside the matrix, in every swizzle") {
  constexpr int rows = 37;
  constexpr int columns = 88;
  std::vector<std::uint16_t> matrix(rows * columns);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = static_cast<std::uint16_t>(i + 1);
  }
  const struct {
    matmul::Swizzle swizzle;
    int box_columns;
  } modes[] = {{matmul::Swizzle::none, 24},
               {matmul::Swizzle::none, 8},
               {matmul::Swizzle::bytes_32, 16},
               {matmul::Swizzle::bytes_64, 32},
               {matmul::Swizzle::bytes_128, 64}};
  for (const auto& [swizzle, box_columns] : modes) {
    for (const int box_rows : {1, 8, 19, 64}) {
      const matmul::TensorMapRequest map{.address = matrix.data(),
                                         .rows = rows,
                                         .columns = columns,
                                         .box_rows = box_rows,
                                         .box_columns = box_columns,
                                         .swizzle = swizzle};
      matmul::validate(map);
      for (const int row : {0, 5, 30, 36, 37, 100, -3, -64}) {
        for (const int column : {0, 8, 40, 80, 87, 88, 200, -5, -8, -64}) {
          const std::vector<std::uint16_t> seen = load_box(map, column, row, matmul::CompletionPolicy::random);
          int wrong = 0;
          for (int r = 0; r < box_rows; ++r) {
            for (int c = 0; c < box_columns; ++c) {
              const bool inside = row + r >= 0 && row + r < rows && column + c >= 0 && column + c < columns;
              const std::uint16_t expected =
                  inside ? matrix[static_cast<std::size_t>((row + r) * columns + column + c)] : std::uint16_t{0};
              const int offset = chunk_offset(swizzle, r, c / 8, box_columns * 2) / 2 + c % 8;
              wrong += seen[static_cast<std::size_t>(offset)] != expected ? 1 : 0;
            }
          }
          INFO("swizzle " << static_cast<int>(swizzle) << ", box " << box_rows << " x " << box_columns << " at row "
                          << row << ", column " << column);
          CHECK(wrong == 0);
        }
      }
    }
  }
}

TEST_CASE("A load arrives whatever the completion policy") {
  const matmul::TensorMapRequest map = map_of_ones();
  for (const auto policy :
       {matmul::CompletionPolicy::early, matmul::CompletionPolicy::late, matmul::CompletionPolicy::random}) {
    const std::vector<std::uint16_t> seen = load_box(map, 0, 0, policy);
    int wrong = 0;
    for (std::size_t i = 0; i < 64 * 64; ++i) {
      wrong += seen[i] != ones()[0].bits ? 1 : 0;
    }
    CHECK(wrong == 0);
  }
}
