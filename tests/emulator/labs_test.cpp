// Every lab: the report is the answer, whatever the schedule.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lab_run.hpp"

namespace {

using matmul::CompletionPolicy;
using matmul::Lab;

constexpr CompletionPolicy policies[] = {CompletionPolicy::early, CompletionPolicy::late, CompletionPolicy::random};
constexpr std::uint64_t seeds = 20;

struct Expectation {
  std::string lab;
  std::string kind;
  std::vector<std::string> lines;  // a part of each line of broken.cu that the report names, in the report's order
};

const std::string a_load = "cp_async_bulk_tensor_2d(shared.a[stage]";
const std::string b_load = "cp_async_bulk_tensor_2d(shared.b[stage]";
const std::string mma = "issue_mma(accumulator";
const std::string full_wait = "mbarrier_wait_parity(shared.full[stage]";
const std::string empty_wait = "mbarrier_wait_parity(shared.empty[stage]";
const std::string full_init = "mbarrier_init(shared.full[stage]";
const std::string empty_init = "mbarrier_init(shared.empty[stage]";
const std::string expect = "mbarrier_arrive_expect_tx(shared.full[stage]";
const std::string arrive = "mbarrier_arrive(shared.empty[stage])";

// clang does not announce accesses to a local array by index (see emulator/runtime/memory_hooks.cpp), so there it is
// the exit of the CTA that shows what nobody waited for.
#ifdef __clang__
const Expectation read_before_wait{"read_before_wait", "in-flight-at-exit", {mma}};
#else
const Expectation read_before_wait{"read_before_wait", "accumulator-in-flight", {mma, "store(accumulator"}};
#endif

const std::vector<Expectation> expectations = {
    {"barriers_initialised_by_every_warp", "barrier-reinitialised", {full_init, full_init}},
    {"consumer_phase_one", "phase-alias", {full_wait, full_init}},
    {"early_release", "unordered-access", {mma, a_load}},
    {"empty_count_too_high", "deadlock", {full_wait, empty_wait}},
    {"empty_count_too_low", "too-many-arrivals", {arrive, empty_init}},
    {"every_lane_loads", "too-many-arrivals", {expect, full_init}},
    {"fence_after_barrier", "missing-proxy-fence", {"copy_tile(a", mma}},
    {"misaligned_tile", "tma-misaligned-destination", {a_load}},
    {"missing_commit", "unordered-access", {mma, a_load}},
    {"missing_init_fence", "barrier-not-visible", {full_init, a_load}},
    {"missing_init_sync", "barrier-not-visible", {full_init, full_wait}},
    {"missing_proxy_fence", "missing-proxy-fence", {"copy_tile(a", mma}},
    {"missing_wgmma_fence", "missing-wgmma-fence", {mma}},
    {"no_full_wait", "unordered-access", {a_load, mma}},
    {"one_warp_waits", "unordered-access", {a_load, mma}},
    {"overlapping_storage", "barrier-overwritten", {full_init, "row_sums[warp_group_thread()] = 0"}},
    {"phase_never_flips", "phase-alias", {full_wait, full_init}},
    {"producer_phase_zero", "deadlock", {full_wait, empty_wait}},
    read_before_wait,
    {"release_with_one_in_flight", "unordered-access", {mma, a_load}},
    {"swizzle_mismatch", "layout-mismatch", {a_load, mma}},
    {"three_warps", "wgmma-incomplete-warp-group", {mma}},
    {"tile_reused", "unordered-access", {mma, "copy_tile(a"}},
    {"too_few_bytes", "transaction-bytes", {expect, b_load}},
    {"too_many_bytes", "transaction-bytes", {expect, b_load}},
    {"wrong_stride", "layout-mismatch", {a_load, "describe(shared.a[stage])"}},
};

std::vector<std::string> read_lines(const std::string& file) {
  std::ifstream stream(std::string(HOPPER_SOURCE_DIR "/") + file);
  REQUIRE(stream);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

// The number of the only line that holds `part`.
int line_of(const std::vector<std::string>& lines, const std::string& part) {
  const auto holds = [&](const std::string& line) { return line.find(part) != std::string::npos; };
  INFO(part);
  REQUIRE(std::count_if(lines.begin(), lines.end(), holds) == 1);
  return static_cast<int>(std::find_if(lines.begin(), lines.end(), holds) - lines.begin()) + 1;
}

bool matches(const matmul::Hazard& hazard, const Expectation& expected, const std::string& file,
             const std::vector<int>& numbers) {
  if (hazard.kind != expected.kind || hazard.sites.size() != numbers.size()) {
    return false;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (hazard.sites[i].file != file || hazard.sites[i].line != numbers[i]) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> code_of(const std::string& file) {
  std::vector<std::string> lines = read_lines(file);
  const auto is_frame = [](const std::string& line) {
    return line.empty() || line == "#pragma once" || line.rfind("///", 0) == 0 || line.rfind("const LabReg", 0) == 0;
  };
  lines.erase(std::remove_if(lines.begin(), lines.end(), is_frame), lines.end());
  return lines;
}

}  // namespace

TEST_CASE("Every lab has an expectation, and every expectation a lab") {
  std::set<std::string> expected;
  for (const Expectation& expectation : expectations) {
    expected.insert(expectation.lab);
  }
  std::set<std::string> present;
  for (const Lab& lab : matmul::labs()) {
    present.insert(lab.name);
    CHECK(lab.question.find('?') != std::string::npos);
    CHECK_FALSE(lab.answer.empty());
  }
  CHECK(expected == present);
  CHECK(present.size() >= 10);
}

TEST_CASE("The first report of every lab has the right kind and lines, whatever the schedule") {
  for (const Expectation& expected : expectations) {
    const std::string file = "labs/" + expected.lab + "/broken.cu";
    const std::vector<std::string> source = read_lines(file);
    std::vector<int> numbers;
    for (const std::string& part : expected.lines) {
      numbers.push_back(line_of(source, part));
    }
    for (const CompletionPolicy policy : policies) {
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        INFO(expected.lab << ", policy " << static_cast<int>(policy) << ", seed " << seed);
        const matmul::LabOutcome outcome =
            matmul::run_lab(matmul::find_lab(expected.lab), false, {.policy = policy, .seed = seed});
        for (const matmul::Hazard& hazard : outcome.report.hazards) {
          UNSCOPED_INFO(matmul::format_hazard(hazard));
        }
        REQUIRE_FALSE(outcome.report.hazards.empty());
        CHECK(matches(outcome.report.hazards.front(), expected, file, numbers));
      }
    }
  }
}

TEST_CASE("Every repaired twin is exact and clean, whatever the schedule") {
  for (const Lab& lab : matmul::labs()) {
    for (const CompletionPolicy policy : policies) {
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        INFO(lab.name << ", policy " << static_cast<int>(policy) << ", seed " << seed);
        const matmul::LabOutcome outcome = matmul::run_lab(lab, true, {.policy = policy, .seed = seed});
        for (const matmul::Hazard& hazard : outcome.report.hazards) {
          UNSCOPED_INFO(matmul::format_hazard(hazard));
        }
        CHECK(outcome.report.clean());
        CHECK(outcome.comparison.passed());
      }
    }
  }
}

TEST_CASE("Operands in a wrong layout give as many wrong numbers as on the GPU") {
  std::ifstream stream(HOPPER_SOURCE_DIR "/labs/results/h200.json");
  REQUIRE(stream);
  const auto record = nlohmann::json::parse(stream);
  for (const std::string name : {"swizzle_mismatch", "wrong_stride"}) {
    const auto row = std::find_if(record["rows"].begin(), record["rows"].end(), [&](const nlohmann::json& each) {
      return each["lab"] == name && !each["fixed"].get<bool>();
    });
    REQUIRE(row != record["rows"].end());
    const nlohmann::json& launches = (*row)["few"];
    std::int64_t most_wrong = 0;
    for (std::uint64_t seed = 0; seed < launches["runs"].get<std::uint64_t>(); ++seed) {
      const matmul::LabOutcome outcome = matmul::run_lab(matmul::find_lab(name), false, {.seed = seed});
      most_wrong = std::max(most_wrong, outcome.comparison.failures);
    }
    CHECK(most_wrong == launches["most_wrong_elements"].get<std::int64_t>());
  }
}

TEST_CASE("A phase bit that never flips does no harm while K is no longer than the ring") {
  const matmul::Lab lab = matmul::find_lab("phase_never_flips");
  for (const int k_tiles : {1, 2, 3}) {
    const matmul::LabOutcome outcome = matmul::run_lab(lab, false, {}, k_tiles);
    CHECK(outcome.report.clean() == (k_tiles <= 2));
  }
}

TEST_CASE("A lab and its twin differ in the fault alone, and can be read in a minute") {
  for (const Lab& lab : matmul::labs()) {
    INFO(lab.name);
    const std::vector<std::string> broken = code_of("labs/" + lab.name + "/broken.cu");
    std::vector<std::string> fixed = code_of("labs/" + lab.name + "/fixed.cu");
    if (fixed.front() == "#include \"healthy_ring.cuh\"") {
      fixed = code_of("labs/healthy_ring.cuh");
    }
    CHECK(broken != fixed);
    CHECK(broken.size() <= 90);
    const std::multiset<std::string> broken_lines(broken.begin(), broken.end());
    const std::multiset<std::string> fixed_lines(fixed.begin(), fixed.end());
    std::vector<std::string> changed;
    std::set_symmetric_difference(broken_lines.begin(), broken_lines.end(), fixed_lines.begin(), fixed_lines.end(),
                                  std::back_inserter(changed));
    CHECK(changed.size() <= 6);
  }
}
