// mbarriers count arrivals and bytes exactly, and their phases alternate.
#include <cstdint>

#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

struct Storage {
  alignas(1024) half tile[64][64];
  ptx::FullBarrier full;
  int done;
};

// The last event of that name.
const matmul::EmulationEvent& last_event(const matmul::EmulationReport& report, const std::string& name) {
  const matmul::EmulationEvent* found = nullptr;
  for (const matmul::EmulationEvent& event : report.events) {
    if (event.name == name) {
      found = &event;
    }
  }
  INFO(name);
  REQUIRE(found != nullptr);
  return *found;
}

int events_named(const matmul::EmulationReport& report, const std::string& name) {
  int count = 0;
  for (const matmul::EmulationEvent& event : report.events) {
    count += event.name == name ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("A phase completes with its last arrival, and the count starts again") {
  for (const unsigned count : {1u, 2u, 31u, 32u}) {
    const matmul::EmulationReport report = run_tiny(32, sizeof(Storage),
                                                    [count] {
                                                      auto& shared = storage<Storage>();
                                                      if (thread() == 0) {
                                                        ptx::mbarrier_init(shared.full, count);
                                                      }
                                                      __syncthreads();
                                                      for (unsigned round = 0; round < 3; ++round) {
                                                        if (thread() < static_cast<int>(count)) {
                                                          ptx::mbarrier_arrive(shared.full);
                                                        }
                                                        hopper::mbarrier_wait_parity(shared.full, round % 2);
                                                      }
                                                    },
                                                    {.record_events = true});
    INFO(count);
    CHECK(report.clean());
    CHECK(events_named(report, "complete full[0]") == 3);
    CHECK(events_named(report, "arrive full[0]") == 3 * static_cast<int>(count));
    CHECK(last_event(report, "arrive full[0]").pending_arrivals == 0);
    CHECK(last_event(report, "complete full[0]").pending_arrivals == count);
    CHECK(last_event(report, "complete full[0]").phase == 0);  // of phase 2
  }
}

TEST_CASE("A phase completes when its arrivals and its bytes are there, in whichever order") {
  const matmul::TensorMapRequest map = map_of_ones();
  enum class Order { expect_first, loads_first };
  for (const auto policy :
       {matmul::CompletionPolicy::early, matmul::CompletionPolicy::late, matmul::CompletionPolicy::random}) {
    for (const Order order : {Order::expect_first, Order::loads_first}) {
      const matmul::EmulationReport report =
          run_tiny(32, sizeof(Storage),
                   [&] {
                     auto& shared = storage<Storage>();
                     if (thread() == 0) {
                       ptx::mbarrier_init(shared.full, 2);
                       ptx::fence_mbarrier_init();
                     }
                     __syncthreads();
                     if (thread() == 0) {
                       if (order == Order::expect_first) {
                         ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
                         ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
                         ptx::mbarrier_arrive(shared.full);
                       } else {
                         ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
                         ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes / 2);
                         ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes / 2);
                       }
                     }
                     hopper::mbarrier_wait_parity(shared.full, 0);
                   },
                   {.policy = policy, .record_events = true});
      INFO("policy " << static_cast<int>(policy) << ", loads first: " << (order == Order::loads_first));
      for (const matmul::Hazard& hazard : report.hazards) {
        UNSCOPED_INFO(matmul::format_hazard(hazard));
      }
      CHECK(report.clean());
      CHECK(events_named(report, "complete full[0]") == 1);
      CHECK(last_event(report, "complete full[0]").pending_bytes == 0);
    }
  }
}

TEST_CASE("A wait for the phase that is running blocks, one for the phase before passes") {
  int blocked_until = 0;
  const matmul::EmulationReport report = run_tiny(64, sizeof(Storage), [&] {
    auto& shared = storage<Storage>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
      shared.done = 0;
    }
    __syncthreads();
    if (thread() == 0) {
      shared.done = 1;
      ptx::mbarrier_arrive(shared.full);
    } else if (thread() == 63) {
      hopper::mbarrier_wait_parity(shared.full, 0);
      blocked_until = shared.done;
    }
  });
  CHECK(report.clean());
  CHECK(blocked_until == 1);
}

namespace {

struct Letter {
  ptx::FullBarrier full;
  int text[32];
};

// Thread 0 writes, the others read; `ask` is how they find out that they may.
template <typename Ask>
[[gnu::always_inline]] inline void deliver(Ask ask) {
  auto& shared = storage<Letter>();
  if (thread() == 0) {
    ptx::mbarrier_init(shared.full, 1);
  }
  __syncthreads();
  if (thread() == 0) {
    shared.text[0] = 1;
    ptx::mbarrier_arrive(shared.full);
    return;
  }
  ask(shared.full);
  shared.text[thread()] = shared.text[0];
}

}  // namespace

TEST_CASE("try_wait may answer no, and a program that ignores the answer is found") {
  must_report("unordered-access", 32, sizeof(Letter),
              [] { deliver([](ptx::FullBarrier& full) { ptx::mbarrier_try_wait_parity(full, 0); }); });
}

TEST_CASE("A program that asks until the answer is yes, or asks once and then waits, is clean") {
  must_be_clean(32, sizeof(Letter), [] {
    deliver([](ptx::FullBarrier& full) {
      while (!ptx::mbarrier_try_wait_parity(full, 0)) {
      }
    });
  });
  must_be_clean(32, sizeof(Letter), [] {
    deliver([](ptx::FullBarrier& full) {
      if (!ptx::mbarrier_try_wait_parity(full, 0)) {
        hopper::mbarrier_wait_parity(full, 0);
      }
    });
  });
}

TEST_CASE("A peek at a phase that never completes is no deadlock, asking for it for ever is") {
  must_be_clean(32, sizeof(Letter), [] {
    auto& shared = storage<Letter>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
    }
    __syncthreads();
    CHECK_FALSE(ptx::mbarrier_try_wait_parity(shared.full, 0));
  });
  must_report("deadlock", 32, sizeof(Letter), [] {
    auto& shared = storage<Letter>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(shared.full, 0)) {
    }
  });
}
