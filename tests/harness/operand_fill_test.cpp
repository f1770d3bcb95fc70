// The values of A and B: determined by seed and position, of the promised spread, and exact where they must be.
#include "harness/operand_fill.hpp"

#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

#include "catch.hpp"

namespace {

using matmul::Factor;
using matmul::HalfBits;
using matmul::Init;
using matmul::MatrixFill;

std::vector<HalfBits> filled(const MatrixFill& values, std::int64_t rows) {
  std::vector<HalfBits> matrix(static_cast<std::size_t>(rows * values.columns()));
  matmul::fill(matrix.data(), rows, values);
  return matrix;
}

struct Moments {
  double mean;
  double deviation;
  double largest;
};

Moments moments(const std::vector<HalfBits>& matrix) {
  double sum = 0;
  double squares = 0;
  double largest = 0;
  for (const HalfBits half : matrix) {
    const double value = matmul::half_to_float(half);
    sum += value;
    squares += value * value;
    largest = std::max(largest, std::abs(value));
  }
  const auto count = static_cast<double>(matrix.size());
  return {sum / count, std::sqrt(squares / count), largest};
}

// The largest magnitude that any element of C can have if all signs conspire.
std::int64_t largest_possible_sum(std::int64_t k, std::int64_t rows) {
  const MatrixFill a(Init::integer, 1, Factor::a, k);
  const MatrixFill b(Init::integer, 1, Factor::b, k);
  std::int64_t largest = 0;
  for (std::int64_t row_a = 0; row_a < rows; ++row_a) {
    for (std::int64_t row_b = 0; row_b < rows; ++row_b) {
      std::int64_t sum = 0;
      for (std::int64_t i = 0; i < k; ++i) {
        sum += std::abs(static_cast<std::int64_t>(matmul::half_to_float(a.value(row_a, i))) *
                        static_cast<std::int64_t>(matmul::half_to_float(b.value(row_b, i))));
      }
      largest = std::max(largest, sum);
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("A filling depends on its seed, its factor and the position, and on nothing else") {
  for (const Init init : {Init::uniform, Init::normal, Init::integer}) {
    const auto first = filled(MatrixFill(init, 7, Factor::a, 64), 16);
    CHECK(first == filled(MatrixFill(init, 7, Factor::a, 64), 16));
    CHECK(first != filled(MatrixFill(init, 8, Factor::a, 64), 16));
    CHECK(first != filled(MatrixFill(init, 7, Factor::b, 64), 16));
    const MatrixFill values(init, 7, Factor::a, 64);
    CHECK(first[5 * 64 + 9] == values.value(5, 9));
  }
}

TEST_CASE("These very values are filled on every machine") {
  // Written down from a run, so that a change of the generator is noticed: results are compared between machines.
  const MatrixFill uniform(Init::uniform, 1, Factor::a, 64);
  const MatrixFill normal(Init::normal, 1, Factor::a, 64);
  const MatrixFill integer(Init::integer, 1, Factor::b, 64);
  std::vector<HalfBits> seen;
  for (const MatrixFill& values : {uniform, normal, integer}) {
    for (std::int64_t column = 0; column < 3; ++column) {
      seen.push_back(values.value(2, column));
    }
  }
  CHECK(seen == std::vector<HalfBits>{0x359C, 0x2E14, 0xB7E9, 0xB2E5, 0xA859, 0x342D, 0x3C00, 0x4200, 0xBC00});
}

TEST_CASE("Uniform and normal values are centred, with a standard deviation of k^(-1/4)") {
  for (const std::int64_t k : {64, 4096}) {
    const double deviation = std::pow(static_cast<double>(k), -0.25);
    const std::int64_t rows = 262144 / k;
    for (const Factor factor : {Factor::a, Factor::b}) {
      const Moments uniform = moments(filled(MatrixFill(Init::uniform, 3, factor, k), rows));
      CHECK(std::abs(uniform.mean) < 0.01 * deviation);
      CHECK(std::abs(uniform.deviation / deviation - 1) < 0.01);
      CHECK(uniform.largest <= deviation * std::sqrt(3.0) * 1.001);
      const Moments normal = moments(filled(MatrixFill(Init::normal, 3, factor, k), rows));
      CHECK(std::abs(normal.mean) < 0.01 * deviation);
      CHECK(std::abs(normal.deviation / deviation - 1) < 0.01);
      CHECK(normal.largest > 3.5 * deviation);
      CHECK(normal.largest <= 6.01 * deviation);
    }
  }
}

TEST_CASE("No sum of integer values can leave the integers that fp16 holds") {
  for (const std::int64_t k : {8, 16, 64, 72, 512, 520, 2048, 2056, 4096, 8192, 8200, 100'000}) {
    INFO("k = " << k);
    CHECK(largest_possible_sum(k, 3) <= matmul::largest_exact_sum);
  }
}

TEST_CASE("Integer values are diverse enough to tell products apart") {
  for (const std::int64_t k : {8, 512, 8192}) {
    INFO("k = " << k);
    std::set<HalfBits> distinct_a;
    std::set<HalfBits> distinct_b;
    std::int64_t nonzero = 0;
    const auto a = filled(MatrixFill(Init::integer, 5, Factor::a, k), 64);
    for (const HalfBits half : a) {
      distinct_a.insert(half);
      nonzero += half != 0;
    }
    for (const HalfBits half : filled(MatrixFill(Init::integer, 5, Factor::b, k), 64)) {
      distinct_b.insert(half);
    }
    CHECK(distinct_a.size() >= 3);
    CHECK(distinct_b.size() >= 3);
    // Two thirds of {-1, 0, 1} are not zero, and beyond 2048 columns at most 2048 are taken.
    CHECK(nonzero >= 64 * std::min<std::int64_t>(k, 2048) * 6 / 10);
  }
}

TEST_CASE("Every K-tile of A holds nonzeros where A is sparse") {
  const std::int64_t k = 8192;
  const auto a = filled(MatrixFill(Init::integer, 5, Factor::a, k), 16);
  for (std::size_t tile = 0; tile < a.size(); tile += 64) {
    std::int64_t nonzero = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      nonzero += a[tile + i] != 0;
    }
    REQUIRE(nonzero > 0);
  }
}
