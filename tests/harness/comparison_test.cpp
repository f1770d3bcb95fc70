// When a result counts as right.
#include "harness/comparison.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

namespace {

using matmul::Comparison;
using matmul::Init;
using matmul::Tolerance;
using matmul::tolerance_for;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("NaN and infinity never pass, however large the tolerance") {
  const Tolerance anything{.relative = 1e300, .absolute = 1e300};
  CHECK(anything.allows(1e200, -1e200));
  CHECK_FALSE(anything.allows(not_a_number, 1));
  CHECK_FALSE(anything.allows(1, not_a_number));
  CHECK_FALSE(anything.allows(not_a_number, not_a_number));
  CHECK_FALSE(anything.allows(infinity, 1));
  CHECK_FALSE(anything.allows(-infinity, 1));
  CHECK_FALSE(anything.allows(1, infinity));
  CHECK_FALSE(anything.allows(infinity, infinity));
}

TEST_CASE("Integer operands must give the exact result") {
  const Tolerance exact = tolerance_for(Init::integer, 8192);
  CHECK(exact.allows(1024, 1024));
  CHECK(exact.allows(0, -0.0));
  CHECK_FALSE(exact.allows(1024, 1025));
  CHECK_FALSE(exact.allows(1e-30, 0));
}

TEST_CASE("A tolerance is an absolute part and one relative to the reference, on both sides") {
  const Tolerance tolerance{.relative = 0.25, .absolute = 0.5};
  CHECK(tolerance.allows(3.5, 2 + 0.4));
  CHECK(tolerance.allows(3, 2));
  CHECK_FALSE(tolerance.allows(3.001, 2));
  CHECK(tolerance.allows(1, 2));
  CHECK_FALSE(tolerance.allows(0.999, 2));
  CHECK(tolerance.allows(-3, -2));
  CHECK_FALSE(tolerance.allows(-3.001, -2));
}

TEST_CASE("The tolerance of rounded operands covers two roundings but no missing product") {
  for (const std::int64_t k : {8, 64, 512, 8192}) {
    INFO("k = " << k);
    for (const Init init : {Init::uniform, Init::normal}) {
      const Tolerance tolerance = tolerance_for(init, k);
      CHECK(tolerance.allows(1 + 2 * 0x1p-11, 1));  // two fp16 neighbours
      CHECK(tolerance.allows(1, 1 + 2 * 0x1p-11));
      // One of k products, of a standard deviation of k^(-1/2).
      CHECK_FALSE(tolerance.allows(1 + 1 / std::sqrt(static_cast<double>(k)), 1));
    }
  }
}

TEST_CASE("A comparison counts elements, failures and what is not finite") {
  const Tolerance tolerance{.relative = 0, .absolute = 0.1};
  Comparison comparison;
  CHECK_FALSE(comparison.passed());  // nothing was compared
  comparison.add(0, 1.05, 1, tolerance);
  CHECK(comparison.passed());
  comparison.add(9, not_a_number, 1, tolerance);
  comparison.add(3, 2.5, 2, tolerance);
  comparison.add(5, infinity, 2, tolerance);
  comparison.add(7, 0.01, 0.0, tolerance);
  CHECK_FALSE(comparison.passed());
  CHECK(comparison.elements == 5);
  CHECK(comparison.failures == 3);
  CHECK(comparison.not_finite == 2);
  CHECK(comparison.max_absolute_error == 0.5);
  CHECK(comparison.max_relative_error == 0.25);  // the reference 0 is left out
  CHECK(comparison.first_failure == 3);
  CHECK(comparison.first_value == 2.5);
  CHECK(comparison.first_reference == 2);
}

TEST_CASE("Comparisons of parts merge into that of the whole") {
  const Tolerance tolerance{.relative = 0, .absolute = 0.1};
  Comparison late;
  late.add(10, 4, 2, tolerance);
  Comparison early;
  early.add(4, 3, 2, tolerance);
  early.add(5, not_a_number, 2, tolerance);
  Comparison clean;
  clean.add(1, 2, 2, tolerance);

  Comparison whole;
  for (const Comparison& part : {late, clean, early}) {
    whole.merge(part);
  }
  CHECK(whole.elements == 4);
  CHECK(whole.failures == 3);
  CHECK(whole.not_finite == 1);
  CHECK(whole.max_absolute_error == 2);
  CHECK(whole.first_failure == 4);
  CHECK(whole.first_value == 3);
}
