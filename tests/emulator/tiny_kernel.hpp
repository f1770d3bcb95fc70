/// \file
/// Kernels of a few lines for tests, run under every policy and several seeds.
///
/// The kernels are lambdas that every thread of one CTA calls. Files that include this are compiled as kernels are.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <device/mbarrier_wait.cuh>
#include <functional>
#include <ptx/elect.cuh>
#include <ptx/fence.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/tma.cuh>
#include <ptx/wgmma.cuh>
#include <string>
#include <vector>

#include <ptx/smem_descriptor.cuh>
#include "accumulator.cuh"
#include "catch.hpp"
#include "emulation.hpp"
#include "runtime/launch.hpp"
#include "swizzle.cuh"

namespace matmul_tests {

namespace ptx = hopper::ptx;

/// Runs `kernel` in one CTA.
inline matmul::EmulationReport run_tiny(int threads, std::size_t shared_bytes, const std::function<void()>& kernel,
                                        const matmul::EmulationOptions& options = {}) {
  matmul::EmulationSession session{.options = options, .report = {}};
  emulator::run_grid({emulator::dim3(1), threads, static_cast<int>(shared_bytes)}, kernel, session);
  return session.report;
}

/// Calls `check(report)` for the kernel's report under every policy and three seeds.
template <typename Check>
void for_every_schedule(int threads, std::size_t shared_bytes, const std::function<void()>& kernel, Check check) {
  for (const auto policy :
       {matmul::CompletionPolicy::early, matmul::CompletionPolicy::late, matmul::CompletionPolicy::random}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      INFO("policy " << static_cast<int>(policy) << ", seed " << seed);
      const matmul::EmulationReport report = run_tiny(threads, shared_bytes, kernel, {.policy = policy, .seed = seed});
      std::string text;
      for (const matmul::Hazard& hazard : report.hazards) {
        text += matmul::format_hazard(hazard);
      }
      INFO(text);
      check(report);
    }
  }
}

/// Requires a hazard of `kind` under every schedule, at a line of the calling file.
inline void must_report(const std::string& kind, int threads, std::size_t shared_bytes,
                        const std::function<void()>& kernel) {
  for_every_schedule(threads, shared_bytes, kernel, [&](const matmul::EmulationReport& report) {
    const matmul::Hazard* found = nullptr;
    for (const matmul::Hazard& hazard : report.hazards) {
      if (hazard.kind == kind) {
        found = &hazard;
      }
    }
    INFO("expected " << kind);
    REQUIRE(found != nullptr);
    REQUIRE_FALSE(found->sites.empty());
    for (const matmul::HazardSite& site : found->sites) {
      CHECK(site.file.find("tests/emulator/") == 0);
      CHECK(site.line > 0);
      CHECK_FALSE(site.what.empty());
    }
    CHECK_FALSE(found->title.empty());
    CHECK_FALSE(found->missing.empty());
    CHECK_FALSE(found->fix.empty());
  });
}

/// Requires that nothing is reported under any schedule.
inline void must_be_clean(int threads, std::size_t shared_bytes, const std::function<void()>& kernel) {
  for_every_schedule(threads, shared_bytes, kernel,
                     [](const matmul::EmulationReport& report) { CHECK(report.clean()); });
}

/// The kernel's shared storage.
template <typename Storage>
[[gnu::always_inline]] inline Storage& storage() {
  return ptx::dynamic_shared_memory<Storage>();
}

/// The calling thread's number in the CTA.
[[gnu::always_inline]] inline int thread() { return static_cast<int>(threadIdx.x); }

/// 64 x 64 fp16 ones in global memory, for loads.
inline const std::vector<half>& ones() {
  static const std::vector<half> values(64 * 64, __float2half_rn(1.0f));
  return values;
}

/// A tensor map of ones() with boxes of `box_rows` x `box_columns`.
inline matmul::TensorMapRequest map_of_ones(matmul::Swizzle swizzle = matmul::Swizzle::bytes_128, int box_rows = 64,
                                            int box_columns = 64) {
  return {.address = ones().data(),
          .rows = 64,
          .columns = 64,
          .box_rows = box_rows,
          .box_columns = box_columns,
          .swizzle = swizzle};
}

inline constexpr int tile_bytes = 64 * 64 * 2;

/// One 64 x 64 tile and a barrier for it; A and B of the tests' MMAs are the same tile.
struct TileStorage {
  alignas(1024) half tile[64][64];
  ptx::FullBarrier full;
};

/// Thread 0 initialises the barrier; all wait.
[[gnu::always_inline]] inline void init_full(TileStorage& shared) {
  if (thread() == 0) {
    ptx::mbarrier_init(shared.full, 1);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
}

}  // namespace matmul_tests
