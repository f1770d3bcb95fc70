// Conversion between fp16 bits and floats, over all fp16 values and all places where rounding decides.
#include "half_bits.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

namespace {

using matmul::half_from_float;
using matmul::half_to_float;
using matmul::HalfBits;

constexpr unsigned infinity_bits = 0x7C00;

// By the definition of binary16, in another way than the code under test.
double value_by_definition(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const int mantissa = static_cast<int>(bits & 1023);
  const double magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

bool is_finite(unsigned bits) { return (bits & infinity_bits) != infinity_bits; }

}  // namespace

TEST_CASE("Every fp16 has the value of its definition and comes back from a float unchanged") {
  int wrong = 0;
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<HalfBits>(bits);
    const float value = half_to_float(half);
    if (is_finite(bits)) {
      wrong += value != value_by_definition(bits) || std::signbit(value) != ((bits & 0x8000) != 0);
      wrong += half_from_float(value) != half;
    } else if ((bits & 1023) == 0) {
      wrong += !std::isinf(value) || half_from_float(value) != half;
    } else {
      wrong += !std::isnan(value) || !std::isnan(half_to_float(half_from_float(value)));
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("A float halfway between two fp16 values goes to the even one, any other to the nearer") {
  int wrong = 0;
  for (unsigned lower = 0; lower < infinity_bits; ++lower) {
    const unsigned upper = lower + 1;
    // Above the largest fp16, the next power of two stands in for the infinity that such values round to.
    const double halfway = (value_by_definition(lower) + value_by_definition(upper)) / 2;
    const auto tie = static_cast<float>(halfway);
    REQUIRE(static_cast<double>(tie) == halfway);
    const float below = std::nextafter(tie, 0.0f);
    const float above = std::nextafter(tie, std::numeric_limits<float>::infinity());
    const unsigned even = lower % 2 == 0 ? lower : upper;
    wrong += half_from_float(tie) != even;
    wrong += half_from_float(below) != lower;
    wrong += half_from_float(above) != upper;
    wrong += half_from_float(-tie) != (even | 0x8000);
    wrong += half_from_float(-below) != (lower | 0x8000);
    wrong += half_from_float(-above) != (upper | 0x8000);
  }
  CHECK(wrong == 0);
}

TEST_CASE("Floats beyond the range of fp16 become zero or infinity, with their sign") {
  CHECK(half_from_float(1e-30f) == 0x0000);
  CHECK(half_from_float(-1e-30f) == 0x8000);
  CHECK(half_from_float(-0.0f) == 0x8000);
  CHECK(half_from_float(std::numeric_limits<float>::denorm_min()) == 0x0000);
  CHECK(half_from_float(65519.0f) == 0x7BFF);
  CHECK(half_from_float(65520.0f) == 0x7C00);
  CHECK(half_from_float(std::numeric_limits<float>::max()) == 0x7C00);
  CHECK(half_from_float(-std::numeric_limits<float>::infinity()) == 0xFC00);
}

TEST_CASE("The poison is a NaN") { CHECK(std::isnan(half_to_float(matmul::poison_bits))); }
