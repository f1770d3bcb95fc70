// Division by a number that a launch shares, against the language's own.
#include "fast_divmod.cuh"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "catch.hpp"

namespace {

using hopper::FastDivmod;

bool is_right(const FastDivmod& fast, std::uint32_t divisor, std::uint32_t dividend) {
  const auto [quotient, remainder] = fast.divmod(dividend);
  return quotient == dividend / divisor && remainder == dividend % divisor;
}

// Values where a magic number is most likely to be off by one: around zero, powers of two and the largest value.
std::vector<std::uint32_t> corner_values() {
  std::vector<std::uint32_t> values = {0, 1, 2, 3, 5, 7, 641, 6'700'417, 0xffff'fffe, 0xffff'ffff};
  for (int bit = 1; bit < 32; ++bit) {
    const std::uint32_t power = std::uint32_t{1} << bit;
    values.insert(values.end(), {power - 1, power, power + 1});
  }
  return values;
}

}  // namespace

TEST_CASE("FastDivmod is exact at the corners") {
  const std::vector<std::uint32_t> corners = corner_values();
  int wrong = 0;
  for (const std::uint32_t divisor : corners) {
    if (divisor == 0) {
      continue;
    }
    const FastDivmod fast(divisor);
    CHECK(fast.divisor() == divisor);
    const std::uint32_t last_multiple = 0xffff'ffff / divisor * divisor;
    std::vector<std::uint32_t> dividends = corners;
    dividends.insert(dividends.end(), {divisor - 1, divisor, divisor + 1, last_multiple - 1, last_multiple,
                                       2 * divisor - 1, 2 * divisor, 3 * divisor - 1});
    for (const std::uint32_t dividend : dividends) {
      if (!is_right(fast, divisor, dividend)) {
        ++wrong;
        UNSCOPED_INFO("wrong for " << dividend << " / " << divisor);
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("FastDivmod is exact for every small divisor around each of its multiples") {
  int wrong = 0;
  for (std::uint32_t divisor = 1; divisor <= 2000; ++divisor) {
    const FastDivmod fast(divisor);
    for (std::uint32_t step = 0; step < 64; ++step) {
      // Multiples spread over all of the 32-bit range.
      const std::uint32_t multiple =
          static_cast<std::uint32_t>((std::uint64_t{0xffff'ffff} * step) / 63) / divisor * divisor;
      wrong += is_right(fast, divisor, multiple) ? 0 : 1;
      wrong += is_right(fast, divisor, multiple - 1) ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("FastDivmod is exact for a million random pairs") {
  std::mt19937_64 random(20240229);
  int wrong = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint64_t bits = random();
    // Divisors of every magnitude, not just large ones.
    const std::uint32_t divisor = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(bits >> 32) >> (i % 32));
    wrong += is_right(FastDivmod(divisor), divisor, static_cast<std::uint32_t>(bits)) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("FastDivmod works at compile time") {
  constexpr FastDivmod by_seven(7);
  static_assert(by_seven.divmod(100).quotient == 14 && by_seven.divmod(100).remainder == 2);
  CHECK(by_seven.divisor() == 7);
}
