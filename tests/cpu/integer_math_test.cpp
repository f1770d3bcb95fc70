// Integer helpers.
#include "integer_math.hpp"

#include <limits>

#include "catch.hpp"

TEST_CASE("ceil_div rounds up and does not overflow") {
  constexpr int largest = std::numeric_limits<int>::max();
  CHECK(hopper::ceil_div(0, 5) == 0);
  CHECK(hopper::ceil_div(1, 5) == 1);
  CHECK(hopper::ceil_div(4, 5) == 1);
  CHECK(hopper::ceil_div(5, 5) == 1);
  CHECK(hopper::ceil_div(6, 5) == 2);
  CHECK(hopper::ceil_div(largest, 1) == largest);
  CHECK(hopper::ceil_div(largest, 2) == (1 << 30));
  CHECK(hopper::ceil_div(largest, largest) == 1);
  CHECK(hopper::ceil_div(largest - 1, largest) == 1);
}
