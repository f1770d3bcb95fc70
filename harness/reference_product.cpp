#include "harness/reference_product.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <vector>

#include "half_bits.hpp"
#include "worker_threads.hpp"

namespace matmul {
namespace {

// A block of C that lives in registers while its sums are taken.
constexpr int block_rows = 4;
constexpr int block_columns = 8;
using Row = std::array<double, block_columns>;
using Block = std::array<Row, block_rows>;

std::vector<float> to_floats(const HalfBits* values, std::int64_t count) {
  std::vector<float> floats(static_cast<std::size_t>(count));
  std::transform(values, values + count, floats.begin(), half_to_float);
  return floats;
}

// The rows of B that become `block_columns` columns of C, one such column beside the other; zeros past B's end.
std::vector<Row> pack_columns(const Operands& operands, std::int64_t first_column) {
  const auto [m, n, k] = operands.problem;
  std::vector<Row> packed(static_cast<std::size_t>(k), Row{});
  for (std::size_t column = 0;
       column < std::min<std::size_t>(block_columns, static_cast<std::size_t>(n - first_column)); ++column) {
    const HalfBits* row_of_b = operands.b + (first_column + static_cast<std::int64_t>(column)) * k;
    for (std::size_t i = 0; i < packed.size(); ++i) {
      packed[i][column] = half_to_float(row_of_b[i]);
    }
  }
  return packed;
}

Block multiply_block(const std::array<const float*, block_rows>& rows_of_a, const std::vector<Row>& columns) {
  Block sums{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t row = 0; row < block_rows; ++row) {
      for (std::size_t column = 0; column < block_columns; ++column) {
        sums[row][column] += static_cast<double>(rows_of_a[row][i]) * columns[i][column];
      }
    }
  }
  return sums;
}

Comparison compare_columns(const Operands& operands, const std::vector<float>& a, std::int64_t first_column,
                           const Tolerance& tolerance) {
  const auto [m, n, k] = operands.problem;
  const std::vector<Row> columns = pack_columns(operands, first_column);
  Comparison comparison;
  for (std::int64_t first_row = 0; first_row < m; first_row += block_rows) {
    std::array<const float*, block_rows> rows_of_a{};
    for (std::int64_t row = 0; row < block_rows; ++row) {
      rows_of_a[static_cast<std::size_t>(row)] = a.data() + std::min(first_row + row, m - 1) * k;
    }
    const Block sums = multiply_block(rows_of_a, columns);
    for (std::int64_t row = first_row; row < std::min(first_row + block_rows, m); ++row) {
      for (std::int64_t column = first_column; column < std::min(first_column + block_columns, n); ++column) {
        const double sum =
            sums[static_cast<std::size_t>(row - first_row)][static_cast<std::size_t>(column - first_column)];
        const std::int64_t index = row * n + column;
        comparison.add(index, half_to_float(operands.c[index]), sum, tolerance);
      }
    }
  }
  return comparison;
}

}  // namespace

Comparison compare_with_reference(const Operands& operands, const Tolerance& tolerance, int threads) {
  const std::vector<float> a = to_floats(operands.a, operands.problem.m * operands.problem.k);
  std::atomic<std::int64_t> next_column = 0;
  std::mutex merging;
  Comparison whole;
  share_work(threads, [&] {
    const std::int64_t column = next_column.fetch_add(block_columns);
    if (column >= operands.problem.n) {
      return false;
    }
    const Comparison part = compare_columns(operands, a, column, tolerance);
    const std::lock_guard lock(merging);
    whole.merge(part);
    return true;
  });
  return whole;
}

}  // namespace matmul
