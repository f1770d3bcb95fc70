// The checker's rules on WGMMA.
#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

using Tile = half[64][64];

// Loads the tile of ones; every thread waits for it.
[[gnu::always_inline]] inline TileStorage& loaded(const matmul::TensorMapRequest& map) {
  auto& shared = storage<TileStorage>();
  init_full(shared);
  if (thread() == 0) {
    ptx::mbarrier_arrive_expect_tx(shared.full, static_cast<unsigned>(map.box_rows * map.box_columns * 2));
    ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
  }
  hopper::mbarrier_wait_parity(shared.full, 0);
  return shared;
}

[[gnu::always_inline]] inline void mma(float (&d)[1][32], hopper::ptx::SmemDescriptor a,
                                       hopper::ptx::SmemDescriptor b) {
  ptx::wgmma_mma_async<64>(d[0], a, b, false);
}

}  // namespace

TEST_CASE("All 128 threads of a warp group issue an mma_async") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](int threads) {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    if (thread() < threads) {
      mma(d, tile, tile);
    }
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  for (const int threads : {1, 32, 96, 127}) {
    must_report("wgmma-incomplete-warp-group", 128, sizeof(TileStorage), [&] { kernel(threads); });
  }
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(128); });
}

TEST_CASE("The threads of a warp group must issue equally many mma_async") {
  const matmul::TensorMapRequest map = map_of_ones();
  must_report("wgmma-incomplete-warp-group", 128, sizeof(TileStorage), [&] {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    for (int i = 0; i < (thread() < 32 ? 3 : 2); ++i) {
      mma(d, tile, tile);
    }
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  });
}

TEST_CASE("The threads of a warp group issue the same mma_async") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](int step) {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile.advance_columns(thread() / 32 * step));
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("wgmma-divergent", 128, sizeof(TileStorage), [&] { kernel(16); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(0); });
}

TEST_CASE("A swizzled operand starts at its pattern's start, up to a step along K") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](int offset) {
    auto& shared = loaded(map);
    const auto tile = hopper::ptx::make_smem_descriptor(shared.tile);
    const auto moved = hopper::ptx::make_smem_descriptor(reinterpret_cast<char*>(shared.tile) + offset);
    float d[1][8];
    ptx::wgmma_fence(d);
    ptx::wgmma_mma_async<16>(d[0], tile, moved, false);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("wgmma-misaligned-operand", 128, sizeof(TileStorage), [&] { kernel(128); });
  must_report("wgmma-misaligned-operand", 128, sizeof(TileStorage), [&] { kernel(512); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(1024); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(32); });
}

TEST_CASE("An operand lies within shared memory") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](int offset) {
    auto& shared = loaded(map);
    const auto tile = hopper::ptx::make_smem_descriptor(shared.tile);
    const auto moved = hopper::ptx::make_smem_descriptor(reinterpret_cast<char*>(shared.tile) + offset);
    float d[1][8];
    ptx::wgmma_fence(d);
    ptx::wgmma_mma_async<16>(d[0], tile, moved, false);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("wgmma-out-of-range", 128, sizeof(TileStorage), [&] { kernel(8 * 1024); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(6 * 1024); });
}

TEST_CASE("An operand is read in the layout that it was loaded in") {
  const matmul::TensorMapRequest swizzled = map_of_ones();
  const matmul::TensorMapRequest plain = map_of_ones(matmul::Swizzle::none);
  const auto kernel = [](const matmul::TensorMapRequest& map, std::uint64_t stride) {
    const std::uint64_t start = ptx::shared_address(loaded(map).tile);
    const hopper::ptx::SmemDescriptor tile{start >> 4 | stride >> 4 << 32 | std::uint64_t{1} << 62};
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("layout-mismatch", 128, sizeof(TileStorage), [&] { kernel(plain, 1024); });
  must_report("layout-mismatch", 128, sizeof(TileStorage), [&] { kernel(swizzled, 512); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(swizzled, 1024); });
}

TEST_CASE("An operand without a swizzle is read as the descriptor's two strides say") {
  // A box 8 columns wide puts each 8 rows x 16 bytes side by side: two of them are the operand's two halves of K.
  struct Storage {
    alignas(1024) half tile[2][64][8];
    ptx::FullBarrier full;
  };
  const matmul::TensorMapRequest map = map_of_ones(matmul::Swizzle::none, 64, 8);
  float first = 0;
  must_be_clean(128, sizeof(Storage), [&] {
    auto& shared = storage<Storage>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
      ptx::fence_mbarrier_init();
      ptx::mbarrier_arrive_expect_tx(shared.full, sizeof(shared.tile));
      ptx::cp_async_bulk_tensor_2d(shared.tile[0], map, 0, 0, shared.full);
      ptx::cp_async_bulk_tensor_2d(shared.tile[1], map, 8, 0, shared.full);
    }
    __syncthreads();
    hopper::mbarrier_wait_parity(shared.full, 0);
    const std::uint64_t start = ptx::shared_address(shared.tile);
    const hopper::ptx::SmemDescriptor tile{start >> 4 | std::uint64_t{1024 >> 4} << 16 | std::uint64_t{128 >> 4} << 32};
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
    if (thread() == 0) {
      first = d[0][0];
    }
  });
  CHECK(first == 16);
}

TEST_CASE("An operand must not hold bytes that nothing has written") {
  const matmul::TensorMapRequest half_a_tile = map_of_ones(matmul::Swizzle::bytes_128, 32);
  const matmul::TensorMapRequest whole = map_of_ones();
  const auto kernel = [](const matmul::TensorMapRequest& map) {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("uninitialised-read", 128, sizeof(TileStorage), [&] { kernel(half_a_tile); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(whole); });
}

TEST_CASE("Accumulators must not be touched while an mma_async that writes them is in flight") {
  const matmul::TensorMapRequest map = map_of_ones();
  enum class Fault { none, read_before_wait, wrong_count, no_commit };
  float sum = 0;
  const auto kernel = [&](Fault fault) {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile);
    if (fault != Fault::no_commit) {
      ptx::wgmma_commit_group();
    }
    if (fault == Fault::read_before_wait) {
      sum += d[0][0];
    }
    if (fault == Fault::wrong_count) {
      ptx::wgmma_wait_group<1>(d);
    } else {
      ptx::wgmma_wait_group<0>(d);
    }
    sum += d[0][0];
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("accumulator-in-flight", 128, sizeof(TileStorage), [&] { kernel(Fault::read_before_wait); });
  must_report("accumulator-in-flight", 128, sizeof(TileStorage), [&] { kernel(Fault::wrong_count); });
  must_report("accumulator-in-flight", 128, sizeof(TileStorage), [&] { kernel(Fault::no_commit); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(Fault::none); });
}

TEST_CASE("A wgmma.fence lies between ordinary accesses to the accumulators and an mma_async") {
  const matmul::TensorMapRequest map = map_of_ones();
  enum class Fault { none, none_at_first, none_after_scaling };
  const auto kernel = [&](Fault fault) {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    if (fault != Fault::none_at_first) {
      ptx::wgmma_fence(d);
    }
    mma(d, tile, tile);
    mma(d, tile, tile);  // the same registers again, with the same shape: no fence needed
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
    volatile float* const scaled = d[0];
    scaled[0] = scaled[0] * 2;
    if (fault != Fault::none_after_scaling) {
      ptx::wgmma_fence(d);
    }
    mma(d, tile, tile);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
  };
  must_report("missing-wgmma-fence", 128, sizeof(TileStorage), [&] { kernel(Fault::none_at_first); });
  must_report("missing-wgmma-fence", 128, sizeof(TileStorage), [&] { kernel(Fault::none_after_scaling); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(Fault::none); });
}

TEST_CASE("An mma_async that nobody waits for may be in flight when the CTA exits") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool waits) {
    const auto tile = hopper::ptx::make_smem_descriptor(loaded(map).tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile);
    ptx::wgmma_commit_group();
    if (waits) {
      ptx::wgmma_wait_group<0>(d);
    }
  };
  must_report("in-flight-at-exit", 128, sizeof(TileStorage), [&] { kernel(false); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(true); });
}

TEST_CASE("A warp group that waits for its MMAs knows nothing of another group's") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool synchronise) {
    auto& shared = loaded(map);
    const auto tile = hopper::ptx::make_smem_descriptor(shared.tile);
    float d[1][32];
    ptx::wgmma_fence(d);
    mma(d, tile, tile);
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
    if (synchronise) {
      __syncthreads();
    }
    if (thread() == 0) {
      shared.tile[0][0] = __float2half_rn(0.0f);
    }
  };
  must_report("unordered-access", 256, sizeof(TileStorage), [&] { kernel(false); });
  must_be_clean(256, sizeof(TileStorage), [&] { kernel(true); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(false); });
}
