// Rounds in random order.
#include "bench/interleaved_rounds.hpp"

#include <stdexcept>

#include "catch.hpp"

TEST_CASE("Each thing is measured in every round, and its times come back to it in order") {
  constexpr std::size_t things = 4;
  constexpr int rounds = 25;
  std::vector<std::vector<double>> taken(things);
  std::vector<std::size_t> order;
  const auto times = matmul::measure_interleaved(things, rounds, [&](std::size_t index) {
    taken[index].push_back(static_cast<double>(1 + order.size()));
    order.push_back(index);
    return taken[index].back();
  });
  REQUIRE(order.size() == things * rounds);
  REQUIRE(times.size() == things);
  for (std::size_t index = 0; index < things; ++index) {
    REQUIRE(times[index].size() == static_cast<std::size_t>(rounds));
    for (std::size_t i = 0; i < times[index].size(); ++i) {
      CHECK(times[index][i] > taken[index][i] * (1 - 1e-9));
      CHECK(times[index][i] < taken[index][i] * (1 + 1e-9));
    }
  }
  // One after another there would be 3 changes of the thing, at random there are about 74 +- 4.
  int changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    changes += order[i] != order[i - 1] ? 1 : 0;
  }
  CHECK(changes > 40);
}

TEST_CASE("It can be called again, with other things") {
  CHECK(matmul::measure_interleaved(1, 3, [](std::size_t) { return 2.0; }).at(0).size() == 3);
  CHECK(matmul::measure_interleaved(2, 2, [](std::size_t) { return 2.0; }).at(1).size() == 2);
}

TEST_CASE("A failure ends the measuring and is passed on") {
  int measured = 0;
  const auto measure = [&](std::size_t) -> double {
    if (++measured == 3) {
      throw std::runtime_error("the GPU is gone");
    }
    return 1;
  };
  CHECK_THROWS_AS(matmul::measure_interleaved(2, 5, measure), std::runtime_error);
  CHECK(measured == 3);
}
