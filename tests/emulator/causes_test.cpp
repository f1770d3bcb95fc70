// The first report of a run names the cause: the two lines that must change places, in the order in which they belong.
#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

constexpr int threads = 160;  // warps 0 to 3 consume, warp 4 produces
constexpr int rounds = 4;

struct Ring {
  alignas(1024) half tile[64][64];
  ptx::FullBarrier full;
  ptx::EmptyBarrier empty;
};

// What is wrong with a ring of one stage.
enum class Fault {
  none,
  one_thread_releases_early,   // one consumer arrives before the MMAs are done, the others come later
  all_release_early,           // all consumers arrive before the MMAs are done
  no_wait_for_full,            // the consumers don't wait for the load
  no_wait_for_empty,           // the producer doesn't wait for the release
  no_commit,                   // wait_group waits for nothing
  first_wait_for_phase_zero,   // of the producer
  consumers_wait_for_empty,    // instead of full
  sync_threads_in_one_branch,  // the consumers' alone
};

template <Fault fault>
[[gnu::always_inline]] inline void ring(const matmul::TensorMapRequest& map) {
  constexpr bool one_arrives = fault == Fault::one_thread_releases_early;
  auto& shared = storage<Ring>();
  if (thread() == 0) {
    ptx::mbarrier_init(shared.full, 1);
    ptx::mbarrier_init(shared.empty, one_arrives ? 1 : 128);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  if (thread() >= 128) {
    if (thread() == 128) {
      for (unsigned round = 0; round < rounds; ++round) {
        if (fault != Fault::no_wait_for_empty) {
          hopper::mbarrier_wait_parity(shared.empty, (round + (fault == Fault::first_wait_for_phase_zero ? 0 : 1)) % 2);
        }
        ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
        ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
      }
    }
    if (fault == Fault::sync_threads_in_one_branch) {
      hopper::mbarrier_wait_parity(shared.empty, (rounds + 1) % 2);
    }
    return;
  }
  float d[1][32] = {};
  for (unsigned round = 0; round < rounds; ++round) {
    if (fault == Fault::consumers_wait_for_empty) {
      hopper::mbarrier_wait_parity(shared.empty, round % 2);
    } else if (fault != Fault::no_wait_for_full) {
      hopper::mbarrier_wait_parity(shared.full, round % 2);
    }
    if (fault == Fault::sync_threads_in_one_branch) {
      __syncthreads();
    }
    const auto tile = hopper::ptx::make_smem_descriptor(shared.tile);
    ptx::wgmma_fence(d);
    ptx::wgmma_mma_async<64>(d[0], tile, tile);
    if (fault != Fault::no_commit) {
      ptx::wgmma_commit_group();
    }
    if (fault == Fault::all_release_early || (one_arrives && thread() == 0)) {
      ptx::mbarrier_arrive(shared.empty);
    }
    ptx::wgmma_wait_group<0>(d);
    if (fault != Fault::all_release_early && !one_arrives) {
      ptx::mbarrier_arrive(shared.empty);
    }
  }
}

void check_first(const matmul::EmulationReport& report, const std::string& title, const std::string& fix) {
  REQUIRE_FALSE(report.clean());
  const matmul::Hazard& first = report.hazards.front();
  CHECK_THAT(first.title, contains(title));
  CHECK_THAT(first.fix, contains(fix));
}

template <Fault fault>
void first_report_is(const std::string& title, const std::string& fix) {
  const matmul::TensorMapRequest map = map_of_ones();
  for_every_schedule(
      threads, sizeof(Ring), [&] { ring<fault>(map); },
      [&](const matmul::EmulationReport& report) { check_first(report, title, fix); });
}

}  // namespace

TEST_CASE("A ring of one stage is clean") {
  const matmul::TensorMapRequest map = map_of_ones();
  must_be_clean(threads, sizeof(Ring), [&] { ring<Fault::none>(map); });
}

TEST_CASE("A stage that is released too early is described as that, whichever access was recorded first") {
  first_report_is<Fault::one_thread_releases_early>("a TMA load may overwrite operand", "release the stage only after");
  first_report_is<Fault::all_release_early>("a TMA load may overwrite operand", "release the stage only after");
  first_report_is<Fault::no_wait_for_empty>("may get more arrivals in a phase", "has waited for the stage to be empty");
}

TEST_CASE("A load that nobody waits for is described as that, whichever access was recorded first") {
  first_report_is<Fault::no_wait_for_full>("before the TMA load that fills it has landed", "wait for the full barrier");
}

TEST_CASE("MMAs that belong to no group are named where their stage is overwritten") {
  first_report_is<Fault::no_commit>("a TMA load may overwrite operand", "wgmma_commit_group()");
}

TEST_CASE("A store by a thread that has issued its part of an MMA comes too early, not the MMA too late") {
  const auto kernel = [](bool waits) {
    auto& shared = storage<TileStorage>();
    float d[1][32] = {};
    for (int round = 0; round < 3; ++round) {
      for (int row = thread() / 2; row < 64; row += 64) {
        for (int column = thread() % 2 * 32; column < thread() % 2 * 32 + 32; ++column) {
          shared.tile[row][column] = __float2half_rn(1.0f);
        }
      }
      ptx::fence_proxy_async();
      __syncthreads();
      const auto tile = hopper::ptx::make_smem_descriptor(shared.tile);
      ptx::wgmma_fence(d);
      ptx::wgmma_mma_async<64>(d[0], tile, tile);
      ptx::wgmma_commit_group();
      if (waits) {
        ptx::wgmma_wait_group<0>(d);
        __syncthreads();
      }
    }
    ptx::wgmma_wait_group<0>(d);
  };
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(true); });
  for_every_schedule(
      128, sizeof(TileStorage), [&] { kernel(false); },
      [](const matmul::EmulationReport& report) {
        check_first(report, "an ordinary store may overwrite operand", "wgmma_wait_group<0>()");
      });
}

TEST_CASE("A deadlock's cause is told by who waits for what") {
  first_report_is<Fault::first_wait_for_phase_zero>("deadlock", "the producer's first wait must be for parity 1");
  first_report_is<Fault::consumers_wait_for_empty>("deadlock", "they must wait on the full one");
  first_report_is<Fault::sync_threads_in_one_branch>("deadlock", "a __syncthreads() stands where not all threads come");
}

TEST_CASE("A CTA may have as many barriers as its shared memory holds") {
  struct Barriers {
    ptx::FullBarrier full[300];
  };
  must_be_clean(32, sizeof(Barriers), [] {
    auto& shared = storage<Barriers>();
    if (thread() == 0) {
      for (auto& barrier : shared.full) {
        ptx::mbarrier_init(barrier, 32);
      }
    }
    __syncthreads();
    for (auto& barrier : shared.full) {
      ptx::mbarrier_arrive(barrier);
      hopper::mbarrier_wait_parity(barrier, 0);
    }
  });
}
