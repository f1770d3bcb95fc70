// Every version and configuration in the emulator: exact results, nothing written outside C, and no report.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "emulated_runs.hpp"
#include "harness/emulation_json.hpp"

namespace {

using matmul::CompletionPolicy;
using matmul::Problem;
using matmul_tests::emulated_versions;
using matmul_tests::EmulatedRun;
using matmul_tests::run_emulated;

constexpr CompletionPolicy policies[] = {CompletionPolicy::early, CompletionPolicy::late, CompletionPolicy::random};

// Ragged in one dimension at a time, around the tiles' edges; K of one step, of less than a tile, around the lengths
// of the rings (2 to 6 stages of 64).
const std::vector<Problem> shapes = {
    {128, 128, 64}, {1, 128, 64},   {7, 128, 64},    {127, 128, 64},  {129, 128, 64},  {128, 1, 64},
    {128, 7, 64},   {128, 127, 64}, {128, 129, 64},  {1, 1, 8},       {7, 7, 8},       {64, 256, 8},
    {127, 257, 72}, {65, 63, 200},  {129, 255, 136}, {128, 256, 384}, {130, 260, 520}, {8, 16, 520},
};

void check(const matmul::Version& version, const matmul::Configuration& configuration, const Problem& problem,
           CompletionPolicy policy, std::uint64_t seed) {
  INFO(version.name << " " << configuration.name << ", " << problem.m << " x " << problem.n << " x " << problem.k
                    << ", policy " << static_cast<int>(policy) << ", seed " << seed);
  const EmulatedRun seen = run_emulated(configuration, problem, {.policy = policy, .seed = seed}, seed);
  for (const matmul::Hazard& hazard : seen.report.hazards) {
    UNSCOPED_INFO(matmul::format_hazard(hazard));
  }
  CHECK(seen.report.clean());
  CHECK(seen.comparison.passed());
  CHECK(seen.guards_intact);
}

// 18 shapes x 3 policies x 4 seeds on the default configuration, x 1 seed on each of the others.
void check_all(const matmul::Version& version) {
  int runs = 0;
  for (const matmul::Configuration& configuration : version.configurations) {
    const bool is_default = &configuration == &version.configurations.front();
    for (const Problem& problem : shapes) {
      for (const CompletionPolicy policy : policies) {
        for (std::uint64_t seed = 0; seed < (is_default ? 4 : 1); ++seed) {
          check(version, configuration, problem, policy, seed + static_cast<std::uint64_t>(runs));
          ++runs;
        }
      }
    }
  }
  CHECK(runs == static_cast<int>(shapes.size()) * 3 * (4 + static_cast<int>(version.configurations.size()) - 1));
}

}  // namespace

TEST_CASE("V1 is exact and clean in every configuration, shape and schedule") { check_all(*emulated_versions()[0]); }
TEST_CASE("V2 is exact and clean in every configuration, shape and schedule") { check_all(*emulated_versions()[1]); }
TEST_CASE("V3 is exact and clean in every configuration, shape and schedule") { check_all(*emulated_versions()[2]); }
TEST_CASE("V4 is exact and clean in every configuration, shape and schedule") { check_all(*emulated_versions()[3]); }

TEST_CASE("The result does not depend on the number of CPU threads") {
  for (const matmul::Version* version : emulated_versions()) {
    const Problem problem{300, 520, 200};
    const EmulatedRun one = run_emulated(version->configurations.front(), problem, {.host_threads = 1});
    const EmulatedRun three = run_emulated(version->configurations.front(), problem, {.host_threads = 3});
    CHECK(one.comparison.passed());
    CHECK(one.c == three.c);
    CHECK(matmul::to_json(one.report) == matmul::to_json(three.report));
  }
}

TEST_CASE("The counts are those of the problem") {
  // 2 x 2 tiles of 128 x 256, 4 K-tiles: 3 loads a K-tile, and 4 steps of K for each of 2 warp groups.
  const EmulatedRun seen = run_emulated(emulated_versions()[3]->configurations.front(), {256, 512, 256}, {});
  const matmul::EmulationCounts& counts = seen.report.counts;
  CHECK(counts.ctas == 4);
  CHECK(counts.tma_loads == 4 * 4 * 3);
  CHECK(counts.tma_bytes == 4 * 4 * (128 + 256) * 64 * 2);
  CHECK(counts.wgmmas == 4 * 4 * 4 * 2);
  // The producer waits 4 + 3 times (the last 3 to drain the ring), each of 256 consumers 4 times.
  CHECK(counts.barrier_waits == 4 * (4 + 3 + 256 * 4));
  CHECK(counts.orderings > 0);
}
