// Rounds in random order.
#include "bench/interleaved_rounds.hpp"

#include <stdexcept>

#include "catch.hpp"

TEST_CASE("Each thing is measured in every round, and its times come back to it in order") {
  constexpr std::size_t things = 4;
  constexpr int rounds = 25;
  std::vector<std::vector<double>> taken(things);
  std::vector<std::size_t> order;
  const auto times = matmul::measure_interleaved(things, rounds, 0, [&](std::size_t index) {
    taken[index].push_back(static_cast<double>(1 + order.size()));
    order.push_back(index);
    return taken[index].back();
  });
  REQUIRE(order.size() == things * rounds);
  CHECK(times == taken);
  for (const auto& of_thing : times) {
    CHECK(of_thing.size() == static_cast<std::size_t>(rounds));
  }
  // One after another there would be 3 changes of the thing, at random there are about 74 +- 4.
  int changes = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    changes += order[i] != order[i - 1] ? 1 : 0;
  }
  CHECK(changes > 40);
}

TEST_CASE("The seed decides the order") {
  const auto order_of = [](std::uint64_t seed) {
    std::vector<std::size_t> order;
    matmul::measure_interleaved(5, 20, seed, [&](std::size_t index) {
      order.push_back(index);
      return 1.0;
    });
    return order;
  };
  CHECK(order_of(1) == order_of(1));
  CHECK(order_of(1) != order_of(2));
}

TEST_CASE("A failure ends the measuring and is passed on") {
  int measured = 0;
  const auto measure = [&](std::size_t) -> double {
    if (++measured == 3) {
      throw std::runtime_error("the GPU is gone");
    }
    return 1;
  };
  CHECK_THROWS_AS(matmul::measure_interleaved(2, 5, 0, measure), std::runtime_error);
  CHECK(measured == 3);
}
