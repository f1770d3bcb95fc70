// What is reported of repeated measurements.
#include "harness/statistics.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "harness/gpu_info.hpp"

TEST_CASE("The median of an odd number of values is the middle one") {
  const auto statistics = matmul::summarize({5, 1, 4, 2, 100});
  CHECK(statistics.median == 4);
  CHECK(statistics.min == 1);
  CHECK(statistics.max == 100);
}

TEST_CASE("The median of an even number of values lies between the middle two") {
  CHECK(matmul::summarize({4, 1, 3, 100}).median == 3.5);
}

TEST_CASE("A single value is its own median, minimum and maximum") {
  const auto statistics = matmul::summarize({2.5});
  CHECK(statistics.median == 2.5);
  CHECK(statistics.min == 2.5);
  CHECK(statistics.max == 2.5);
}

TEST_CASE("No values have no statistics") { CHECK_THROWS_AS(matmul::summarize({}), std::invalid_argument); }

TEST_CASE("8192 cubed in 1.536 ms is 716 TFLOP/s") {
  const double flops = 2.0 * 8192 * 8192 * 8192;
  CHECK(matmul::teraflops(flops, 1.536) > 715.8);
  CHECK(matmul::teraflops(flops, 1.536) < 715.9);
}

TEST_CASE("The peak of 132 SMs at 1830 MHz is the data sheet's 989.4 TFLOP/s") {
  const double peak = matmul::fp16_peak_teraflops(132, 1'830'000);
  CHECK(peak > 989.35);
  CHECK(peak < 989.45);
}
