// The wgmma wrapper alone, for every N, against a plain computation.
#include <cstddef>
#include <random>

#include "catch.hpp"
#include "mapped_array.hpp"
#include "wgmma_kernel.hpp"

namespace {

using matmul_tests::MappedArray;

constexpr std::size_t rows = 64;
constexpr std::size_t depth = 64;

MappedArray<int> random_integers(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> digit(-8, 8);
  MappedArray<int> values(size);
  for (int& value : values) {
    value = digit(random);
  }
  return values;
}

// Sums stay below 64 * 64 + 1000, so fp32 holds each exactly.
float initial_value(std::size_t index) { return static_cast<float>(index % 997); }

std::size_t count_wrong_elements(std::size_t n, bool accumulate) {
  MappedArray<int> a = random_integers(rows * depth, 1);
  MappedArray<int> b = random_integers(n * depth, static_cast<std::uint32_t>(n));
  MappedArray<float> d(rows * n);
  for (std::size_t i = 0; i < d.size(); ++i) {
    d[i] = initial_value(i);
  }
  matmul_tests::multiply_with_wgmma(static_cast<int>(n), a.data(), b.data(), d.data(), accumulate);
  std::size_t wrong = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      int sum = 0;
      for (std::size_t k = 0; k < depth; ++k) {
        sum += a[row * depth + k] * b[column * depth + k];
      }
      const std::size_t index = row * n + column;
      const float expected = static_cast<float>(sum) + (accumulate ? initial_value(index) : 0.0f);
      wrong += d[index] == expected ? 0 : 1;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("wgmma adds the product to D for every N", "[wgmma]") {
  for (std::size_t n = 8; n <= 256; n += 8) {
    CAPTURE(n);
    CHECK(count_wrong_elements(n, true) == 0);
  }
}

TEST_CASE("wgmma replaces D by the product for every N when told not to accumulate", "[wgmma]") {
  for (std::size_t n = 8; n <= 256; n += 8) {
    CAPTURE(n);
    CHECK(count_wrong_elements(n, false) == 0);
  }
}
