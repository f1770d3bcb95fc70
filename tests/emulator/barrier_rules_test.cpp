// The checker's rules on mbarriers and on threads that wait for each other.
#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

struct Barriers {
  ptx::FullBarrier full[2];
  ptx::EmptyBarrier empty[2];
  int words[4];
};

[[gnu::always_inline]] inline Barriers& initialised(int arrivals) {
  auto& shared = storage<Barriers>();
  if (thread() == 0) {
    ptx::mbarrier_init(shared.full[0], static_cast<unsigned>(arrivals));
    ptx::mbarrier_init(shared.empty[0], static_cast<unsigned>(arrivals));
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  return shared;
}

}  // namespace

TEST_CASE("A barrier must be initialised before it is used") {
  must_report("barrier-uninitialised", 32, sizeof(Barriers),
              [] { ptx::mbarrier_arrive(storage<Barriers>().empty[0]); });
  must_report("barrier-uninitialised", 32, sizeof(Barriers),
              [] { hopper::mbarrier_wait_parity(initialised(1).full[1], 0); });
  must_be_clean(32, sizeof(Barriers), [] { ptx::mbarrier_arrive(initialised(32).empty[0]); });
}

TEST_CASE("A barrier's initialisation must be known to the thread that uses it") {
  const auto kernel = [](bool synchronise) {
    auto& shared = storage<Barriers>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.empty[0], 1);
    }
    if (synchronise) {
      __syncthreads();
    } else {
      __shfl_sync(0xffffffffu, 0, 0);  // runs behind the initialisation, but promises nothing
    }
    if (thread() == 1) {
      ptx::mbarrier_arrive(shared.empty[0]);
    }
  };
  // Without an order, a schedule may even let the arrival come first; either report says what is wrong.
  for_every_schedule(
      32, sizeof(Barriers), [&] { kernel(false); },
      [](const matmul::EmulationReport& report) {
        REQUIRE_FALSE(report.clean());
        CHECK((report.hazards[0].kind == "barrier-not-visible" || report.hazards[0].kind == "barrier-uninitialised"));
      });
  must_be_clean(32, sizeof(Barriers), [&] { kernel(true); });
}

TEST_CASE("A barrier that TMA completes needs a fence after its initialisation") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool fence) {
    auto& shared = storage<TileStorage>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
      if (fence) {
        ptx::fence_mbarrier_init();
      }
      ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
      ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
    }
    __syncthreads();
    hopper::mbarrier_wait_parity(shared.full, 0);
  };
  must_report("barrier-not-visible", 32, sizeof(TileStorage), [&] { kernel(false); });
  must_be_clean(32, sizeof(TileStorage), [&] { kernel(true); });
}

TEST_CASE("A barrier is initialised once") {
  must_report("barrier-reinitialised", 64, sizeof(Barriers), [] {
    if (thread() % 32 == 0) {
      ptx::mbarrier_init(storage<Barriers>().full[0], 1);
    }
  });
  must_be_clean(64, sizeof(Barriers), [] {
    if (thread() % 32 == 0) {
      ptx::mbarrier_init(storage<Barriers>().full[thread() / 32], 1);
    }
  });
}

TEST_CASE("A barrier counts 1 to 2^20 - 1 arrivals") {
  const auto kernel = [](unsigned arrivals) {
    if (thread() == 0) {
      ptx::mbarrier_init(storage<Barriers>().full[0], arrivals);
    }
  };
  must_report("barrier-refused", 32, sizeof(Barriers), [&] { kernel(0); });
  must_report("barrier-refused", 32, sizeof(Barriers), [&] { kernel(1u << 20); });
  must_be_clean(32, sizeof(Barriers), [&] { kernel((1u << 20) - 1); });
}

TEST_CASE("A barrier in use belongs to the mbarrier instructions") {
  must_report("barrier-overwritten", 32, sizeof(Barriers), [] {
    auto& shared = initialised(1);
    if (thread() == 0) {
      *reinterpret_cast<volatile int*>(&shared.empty[0]) = 0;
    }
  });
  must_be_clean(32, sizeof(Barriers), [] {
    auto& shared = initialised(1);
    if (thread() == 0) {
      shared.words[0] = 0;
    }
  });
}

TEST_CASE("A load must not cover a barrier in use") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](int row) {
    auto& shared = storage<TileStorage>();
    auto& barrier = *reinterpret_cast<ptx::FullBarrier*>(shared.tile[row]);
    if (thread() == 0) {
      ptx::mbarrier_init(barrier, 1);
      ptx::fence_mbarrier_init();
      ptx::mbarrier_arrive_expect_tx(barrier, tile_bytes);
      ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, barrier);
    }
    __syncthreads();
    hopper::mbarrier_wait_parity(barrier, 0);
  };
  must_report("barrier-overwritten", 32, sizeof(TileStorage), [&] { kernel(63); });
  must_be_clean(32, sizeof(TileStorage), [&] { kernel(64); });  // the barrier behind the tile
}

TEST_CASE("A phase takes as many arrivals as its count") {
  must_report("too-many-arrivals", 32, sizeof(Barriers), [] {
    auto& shared = initialised(31);
    ptx::mbarrier_arrive(shared.empty[0]);
  });
  must_be_clean(32, sizeof(Barriers), [] { ptx::mbarrier_arrive(initialised(32).empty[0]); });
}

TEST_CASE("A thread may arrive again once it knows that the phase is complete") {
  const auto kernel = [](bool waits) {
    auto& shared = initialised(32);
    for (unsigned round = 0; round < 4; ++round) {
      ptx::mbarrier_arrive(shared.empty[0]);
      if (waits) {
        hopper::mbarrier_wait_parity(shared.empty[0], round % 2);
      }
    }
  };
  must_report("too-many-arrivals", 32, sizeof(Barriers), [&] { kernel(false); });
  must_be_clean(32, sizeof(Barriers), [&] { kernel(true); });
}

TEST_CASE("A wait with the parity of a phase that the thread has waited for passes on it again") {
  const auto kernel = [](bool flips) {
    auto& shared = initialised(32);
    unsigned parity = 0;
    for (int round = 0; round < 3; ++round) {
      ptx::mbarrier_arrive(shared.full[0]);
      hopper::mbarrier_wait_parity(shared.full[0], parity);
      parity ^= flips ? 1u : 0u;
    }
  };
  must_report("phase-alias", 32, sizeof(Barriers), [&] { kernel(false); });
  must_be_clean(32, sizeof(Barriers), [&] { kernel(true); });
}

TEST_CASE("A consumer's first wait on a full barrier must not be for parity 1, a producer's on an empty one may") {
  must_report("phase-alias", 32, sizeof(Barriers), [] { hopper::mbarrier_wait_parity(initialised(1).full[0], 1); });
  must_be_clean(32, sizeof(Barriers), [] { hopper::mbarrier_wait_parity(initialised(1).empty[0], 1); });
}

TEST_CASE("Threads that wait for nobody are a deadlock") {
  must_report("deadlock", 32, sizeof(Barriers), [] { hopper::mbarrier_wait_parity(initialised(1).full[0], 0); });
  must_report("deadlock", 64, sizeof(Barriers), [] {
    auto& shared = initialised(64);
    if (thread() < 63) {
      ptx::mbarrier_arrive(shared.empty[0]);
    }
    hopper::mbarrier_wait_parity(shared.empty[0], 0);
  });
  must_be_clean(64, sizeof(Barriers), [] {
    auto& shared = initialised(64);
    ptx::mbarrier_arrive(shared.empty[0]);
    hopper::mbarrier_wait_parity(shared.empty[0], 0);
  });
}

TEST_CASE(
    "Threads that wait at different places for each other are a deadlock, and exited ones need not be waited for") {
  must_report("deadlock", 64, sizeof(Barriers), [] {
    auto& shared = initialised(1);
    if (thread() == 0) {
      hopper::mbarrier_wait_parity(shared.full[0],
                                   0);  // completed behind the __syncthreads() that waits for this thread
    }
    __syncthreads();
    if (thread() == 1) {
      ptx::mbarrier_arrive(shared.full[0]);
    }
  });
  must_be_clean(64, sizeof(Barriers), [] {
    if (thread() >= 32) {
      return;
    }
    __syncthreads();
  });
}

TEST_CASE("A warp-wide instruction in a branch that part of the warp takes is a deadlock") {
  must_report("deadlock", 32, sizeof(Barriers), [] {
    if (thread() < 16) {
      __shfl_sync(0xffffffffu, 1, 0);
    }
    __syncthreads();
  });
  must_report("deadlock", 32, sizeof(Barriers), [] {
    if (thread() < 16 && ptx::elect_sync()) {
      storage<Barriers>().words[0] = 1;
    }
    __syncthreads();
  });
}

TEST_CASE("elect.sync is true in one thread of each warp") {
  int elected[3] = {};
  must_be_clean(96, sizeof(Barriers), [&] {
    if (ptx::elect_sync()) {
      ++elected[thread() / 32];
    }
  });
  for (const int count : elected) {
    CHECK(count == 9);  // once in each run: 3 policies, 3 seeds
  }
}

TEST_CASE("A shuffle brings each thread the value of the lane that it names") {
  unsigned from_lane_5[64] = {};
  unsigned exchanged[64] = {};
  must_be_clean(64, sizeof(Barriers), [&] {
    const auto value = static_cast<unsigned>(100 + thread());
    from_lane_5[thread()] = static_cast<unsigned>(__shfl_sync(0xffffffffu, static_cast<int>(value), 5));
    exchanged[thread()] = __shfl_xor_sync(0xffffffffu, value, 6);
  });
  for (unsigned i = 0; i < 64; ++i) {
    CHECK(from_lane_5[i] == 100 + i / 32 * 32 + 5);
    CHECK(exchanged[i] == 100 + (i ^ 6));
  }
}
