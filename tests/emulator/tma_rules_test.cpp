// The checker's rules on TMA loads.
#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

// Thread 0 announces `bytes` and loads the tile; everybody waits.
[[gnu::always_inline]] inline void load_tile(TileStorage& shared, const matmul::TensorMapRequest& map, unsigned bytes) {
  init_full(shared);
  if (thread() == 0) {
    ptx::mbarrier_arrive_expect_tx(shared.full, bytes);
    ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
  }
  hopper::mbarrier_wait_parity(shared.full, 0);
}

}  // namespace

TEST_CASE("The announced bytes are those of the loads") {
  const matmul::TensorMapRequest map = map_of_ones();
  must_report("transaction-bytes", 32, sizeof(TileStorage),
              [&] { load_tile(storage<TileStorage>(), map, tile_bytes - 16); });
  must_report("transaction-bytes", 32, sizeof(TileStorage),
              [&] { load_tile(storage<TileStorage>(), map, tile_bytes + 16); });
  must_report("transaction-bytes", 32, sizeof(TileStorage), [&] { load_tile(storage<TileStorage>(), map, 1u << 20); });
  must_be_clean(32, sizeof(TileStorage), [&] { load_tile(storage<TileStorage>(), map, tile_bytes); });
}

TEST_CASE("A load whose bytes nobody announces is reported, one that comes before its announcement is not") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool announces) {
    auto& shared = storage<TileStorage>();
    init_full(shared);
    if (thread() == 0) {
      ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
      if (announces) {
        ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
      } else {
        ptx::mbarrier_arrive(shared.full);
      }
    }
    hopper::mbarrier_wait_parity(shared.full, 0);
  };
  must_report("transaction-bytes", 32, sizeof(TileStorage), [&] { kernel(false); });
  must_be_clean(32, sizeof(TileStorage), [&] { kernel(true); });
}

TEST_CASE("A swizzled tile starts where its pattern starts, others on 128 bytes") {
  struct Storage {
    alignas(1024) unsigned char bytes[16 * 1024];
    ptx::FullBarrier full;
  };
  const auto kernel = [](const matmul::TensorMapRequest& map, int offset) {
    auto& shared = storage<Storage>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
      ptx::fence_mbarrier_init();
      ptx::mbarrier_arrive_expect_tx(shared.full,
                                     static_cast<unsigned>(map.box_rows * map.box_columns * map.element_bytes));
      ptx::cp_async_bulk_tensor_2d(shared.bytes + offset, map, 0, 0, shared.full);
    }
    __syncthreads();
    hopper::mbarrier_wait_parity(shared.full, 0);
  };
  const struct {
    matmul::Swizzle swizzle;
    int columns;
    int alignment;
  } cases[] = {{matmul::Swizzle::none, 8, 128},
               {matmul::Swizzle::bytes_32, 16, 256},
               {matmul::Swizzle::bytes_64, 32, 512},
               {matmul::Swizzle::bytes_128, 64, 1024}};
  for (const auto& [swizzle, columns, alignment] : cases) {
    const matmul::TensorMapRequest map = map_of_ones(swizzle, 16, columns);
    const int offset = alignment;
    must_report("tma-misaligned-destination", 32, sizeof(Storage), [&] { kernel(map, offset / 2); });
    must_be_clean(32, sizeof(Storage), [&] { kernel(map, offset); });
  }
}

TEST_CASE("A load must fit the CTA's shared memory") {
  const matmul::TensorMapRequest map = map_of_ones(matmul::Swizzle::bytes_128, 128);
  const matmul::TensorMapRequest fitting = map_of_ones();
  must_report("tma-out-of-range", 32, sizeof(TileStorage),
              [&] { load_tile(storage<TileStorage>(), map, 2 * tile_bytes); });
  must_be_clean(32, sizeof(TileStorage), [&] { load_tile(storage<TileStorage>(), fitting, tile_bytes); });
}

TEST_CASE("A load must have landed before its bytes are read, and been read before the next overwrites them") {
  const matmul::TensorMapRequest map = map_of_ones();
  float sum = 0;
  enum class Fault { none, no_wait, no_release };
  const auto kernel = [&](Fault fault) {
    auto& shared = storage<TileStorage>();
    init_full(shared);
    for (unsigned round = 0; round < 2; ++round) {
      if (thread() == 0) {
        ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
        ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
      }
      if (thread() == 0 || fault != Fault::no_wait) {
        hopper::mbarrier_wait_parity(shared.full, round);
      }
      sum += __half2float(shared.tile[thread()][0]);
      if (fault != Fault::no_release) {
        __syncthreads();
      }
    }
  };
  must_report("unordered-access", 64, sizeof(TileStorage), [&] { kernel(Fault::no_wait); });
  must_report("unordered-access", 64, sizeof(TileStorage), [&] { kernel(Fault::no_release); });
  must_be_clean(64, sizeof(TileStorage), [&] { kernel(Fault::none); });
}

TEST_CASE("A load that nobody waits for may be in flight when the CTA exits") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool waits) {
    auto& shared = storage<TileStorage>();
    init_full(shared);
    if (thread() == 0) {
      ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
      ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
      if (waits) {
        hopper::mbarrier_wait_parity(shared.full, 0);
      }
    }
  };
  must_report("in-flight-at-exit", 32, sizeof(TileStorage), [&] { kernel(false); });
  must_be_clean(32, sizeof(TileStorage), [&] { kernel(true); });
}

namespace {

struct TwoTiles {
  alignas(1024) half a[64][64];
  alignas(1024) half b[64][64];
  ptx::FullBarrier full;
  ptx::EmptyBarrier empty;
};

// Who announces and loads, in each of three rounds, once the stage is empty.
enum class Order {
  announce_first,           // both tiles, then the loads
  load_first_from_round_1,  // the first round announces before the loads, the others behind them
  two_announcements,        // two arrivals, each with one tile's bytes, then the loads
  too_few_from_round_1,     // the first round is right, the others announce one tile and load two
};

[[gnu::always_inline]] inline void fill(TwoTiles& shared, const matmul::TensorMapRequest& map, Order order, int round) {
  const bool loads_first = order == Order::load_first_from_round_1 && round > 0;
  const bool too_few = order == Order::too_few_from_round_1 && round > 0;
  if (order == Order::two_announcements) {
    ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
    ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
  } else if (!loads_first) {
    ptx::mbarrier_arrive_expect_tx(shared.full, too_few ? tile_bytes : 2 * tile_bytes);
  }
  ptx::cp_async_bulk_tensor_2d(shared.a, map, 0, 0, shared.full);
  ptx::cp_async_bulk_tensor_2d(shared.b, map, 0, 0, shared.full);
  if (loads_first) {
    ptx::mbarrier_arrive_expect_tx(shared.full, 2 * tile_bytes);
  }
}

[[gnu::always_inline]] inline void three_rounds(const matmul::TensorMapRequest& map, Order order) {
  auto& shared = storage<TwoTiles>();
  if (thread() == 0) {
    ptx::mbarrier_init(shared.full, order == Order::two_announcements ? 2 : 1);
    ptx::mbarrier_init(shared.empty, 31);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    const auto parity = static_cast<unsigned>(round % 2);
    if (thread() == 0) {
      hopper::mbarrier_wait_parity(shared.empty, parity ^ 1);
      fill(shared, map, order, round);
    } else {
      hopper::mbarrier_wait_parity(shared.full, parity);
      ptx::mbarrier_arrive(shared.empty);
    }
  }
}

}  // namespace

TEST_CASE("Bytes may be announced before the loads or behind them, at once or in parts") {
  const matmul::TensorMapRequest map = map_of_ones();
  for (const Order order : {Order::announce_first, Order::load_first_from_round_1, Order::two_announcements}) {
    INFO("order " << static_cast<int>(order));
    must_be_clean(32, sizeof(TwoTiles), [&] { three_rounds(map, order); });
  }
}

TEST_CASE("Bytes that a later round announces too few of are reported first") {
  const matmul::TensorMapRequest map = map_of_ones();
  for_every_schedule(
      32, sizeof(TwoTiles), [&] { three_rounds(map, Order::too_few_from_round_1); },
      [](const matmul::EmulationReport& report) {
        REQUIRE_FALSE(report.clean());
        CHECK(report.hazards.front().kind == "transaction-bytes");
      });
}
