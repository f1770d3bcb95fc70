// The barrier wrappers and the Pipeline on a GPU.
#include <algorithm>
#include <cstddef>

#include "barrier_kernels.hpp"
#include "catch.hpp"
#include "mapped_array.hpp"

namespace {

using matmul_tests::MappedArray;
using matmul_tests::PhaseObservations;
using matmul_tests::Waits;

bool complete(const bool (&seen)[2], std::size_t parity) { return seen[parity] && !seen[1 - parity]; }

}  // namespace

TEST_CASE("A barrier completes a phase with its last arrival and not before", "[barrier]") {
  for (const Waits waits : {Waits::acquire, Waits::relaxed}) {
    CAPTURE(waits == Waits::relaxed);
    MappedArray<PhaseObservations> observations(1);
    matmul_tests::observe_phases(waits, observations.data());
    CHECK(complete(observations[0].fresh, 1));  // "the phase before phase 0" counts as complete
    CHECK(complete(observations[0].one_missing, 1));
    CHECK(complete(observations[0].first_complete, 0));
    CHECK(complete(observations[0].second_unfinished, 0));
    CHECK(complete(observations[0].second_complete, 1));
  }
}

TEST_CASE("A ring hands every message on unharmed, with acquiring and with relaxed waits", "[barrier]") {
  for (const Waits waits : {Waits::acquire, Waits::relaxed}) {
    for (const int rounds : {1, 2, 3, 4, 7, 20'000}) {
      CAPTURE(waits == Waits::relaxed, rounds);
      MappedArray<unsigned> wrong_values(1);
      matmul_tests::pass_messages(waits, rounds, wrong_values.data());
      CHECK(wrong_values[0] == 0);
    }
  }
}

TEST_CASE("A wait that lasts a second is let through", "[barrier]") {
  MappedArray<unsigned> passed(1);
  matmul_tests::wait_for_late_arrival(1000, passed.data());
  CHECK(passed[0] == 1);
}

TEST_CASE("elect_sync chooses one thread of each warp", "[barrier]") {
  MappedArray<unsigned> elected(4);
  MappedArray<unsigned> wrong_uniform_values(4);
  matmul_tests::elect(elected.data(), wrong_uniform_values.data());
  for (std::size_t warp = 0; warp < 4; ++warp) {
    CAPTURE(warp);
    CHECK(elected[warp] == 1);
    CHECK(wrong_uniform_values[warp] == 0);
  }
}
