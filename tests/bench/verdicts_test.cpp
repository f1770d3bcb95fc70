// What becomes of the published claims.
#include "bench/verdicts.hpp"

#include <algorithm>
#include <map>

#include "bench/strips.hpp"
#include "catch.hpp"
#include "errors.hpp"

namespace {

using matmul::Outcome;
using matmul::Verdict;
using Times = std::map<std::string, double>;

std::vector<Verdict> judge(const Times& times, const matmul::Profiles& profiles = {}) {
  return matmul::judge(
      [&](const std::string& name) {
        const auto found = times.find(name);
        return found == times.end() ? std::nullopt : std::optional(found->second);
      },
      profiles);
}

Outcome outcome(const std::string& claim, const Times& times, const matmul::Profiles& profiles = {}) {
  for (const Verdict& verdict : judge(times, profiles)) {
    if (verdict.claim == claim) {
      return verdict.outcome;
    }
  }
  FAIL("no claim " << claim);
  return Outcome::not_measured;
}

}  // namespace

TEST_CASE("What was not run is not judged, and says what is missing") {
  for (const Verdict& verdict : judge({})) {
    INFO(verdict.claim);
    if (verdict.claim == "7") {
      CHECK(verdict.outcome == Outcome::holds);  // counted, not timed
      continue;
    }
    CHECK(verdict.outcome == Outcome::not_measured);
    CHECK(!verdict.measured.empty());
  }
  CHECK(outcome("1", {{"v4", 1.5}}) == Outcome::not_measured);
  CHECK(outcome("6", {{"v4", 1.5}, {"v4:swizzle-1", 1.6}, {"v4:2-stages", 1.7}}) == Outcome::not_measured);
}

TEST_CASE("The published times bear out the published claims") {
  const Times published = {{"v3", 1.91}, {"v4", 1.71}, {"v4:2-stages", 1.90}, {"v4:4-stages", 1.71}};
  CHECK(outcome("1", published) == Outcome::holds);
  CHECK(outcome("2", published) == Outcome::holds);
  CHECK(outcome("3a", published) == Outcome::holds);
  CHECK(outcome("3b", published) == Outcome::holds);
  const matmul::Profiles profiles = {{"v3", {75, 61}}, {"v4", {80, 27}}};
  CHECK(outcome("4", {}, profiles) == Outcome::holds);
  CHECK(outcome("5", {}, profiles) == Outcome::holds);
}

TEST_CASE("A lead of half the claimed one holds, a smaller one in part, none not at all") {
  CHECK(outcome("1", {{"v3", 1.061}, {"v4", 1}}) == Outcome::holds);
  CHECK(outcome("1", {{"v3", 1.059}, {"v4", 1}}) == Outcome::in_part);
  CHECK(outcome("1", {{"v3", 1.021}, {"v4", 1}}) == Outcome::in_part);
  CHECK(outcome("1", {{"v3", 1.019}, {"v4", 1}}) == Outcome::fails);
  CHECK(outcome("1", {{"v3", 0.9}, {"v4", 1}}) == Outcome::fails);
}

TEST_CASE("No faster means: not by more than two runs may differ") {
  CHECK(outcome("2", {{"v3", 1.019}, {"v4:2-stages", 1}}) == Outcome::holds);
  CHECK(outcome("2", {{"v3", 1.021}, {"v4:2-stages", 1}}) == Outcome::fails);
  CHECK(outcome("2", {{"v3", 0.5}, {"v4:2-stages", 1}}) == Outcome::holds);
  CHECK(outcome("8", {{"v4", 1.05}, {"v4:128-arrivals", 1}}) == Outcome::fails);
  CHECK(outcome("waits", {{"v4", 1}, {"v4:relaxed-waits", 1}}) == Outcome::holds);
}

TEST_CASE("The raster must pay with three stages and not with two") {
  const auto raster = [](double two_plain, double two, double three_plain, double three) {
    return outcome(
        "6",
        {{"v4:2-stages-swizzle-1", two_plain}, {"v4:2-stages", two}, {"v4:swizzle-1", three_plain}, {"v4", three}});
  };
  CHECK(raster(1.01, 1, 1.05, 1) == Outcome::holds);
  CHECK(raster(1.03, 1, 1.05, 1) == Outcome::in_part);
  CHECK(raster(1.06, 1, 1.05, 1) == Outcome::fails);
  CHECK(raster(1, 1, 1.01, 1) == Outcome::fails);
}

TEST_CASE("Profiles are compared in points for the tensor pipe and as a share for DRAM") {
  CHECK(outcome("4", {}, {{"v3", {85, 33}}, {"v4", {88.5, 22}}}) == Outcome::holds);
  CHECK(outcome("4", {}, {{"v3", {85, 33}}, {"v4", {86, 22}}}) == Outcome::in_part);
  CHECK(outcome("4", {}, {{"v3", {85, 33}}, {"v4", {85, 22}}}) == Outcome::fails);
  CHECK(outcome("5", {}, {{"v3", {85, 33}}, {"v4", {88, 22}}}) == Outcome::holds);
  CHECK(outcome("5", {}, {{"v3", {85, 33}}, {"v4", {88, 30}}}) == Outcome::in_part);
  CHECK(outcome("5", {}, {{"v3", {85, 33}}, {"v4", {88, 34}}}) == Outcome::fails);
  CHECK(outcome("5", {}, {{"v3", {85, 33}}, {"v4", {88, std::nullopt}}}) == Outcome::not_measured);
}

TEST_CASE("Strips are counted with the rasterizer") {
  CHECK(matmul::strips_touched(8, 8, 16, false) == 2 + 8);
  CHECK(matmul::strips_touched(8, 8, 16, true) == 4 + 4);
  CHECK(matmul::strips_touched(8, 8, 1, true) == 2);
  CHECK(matmul::strips_touched(8, 8, 64, true) == 16);
  CHECK(matmul::strips_touched(3, 5, 5, false) == 1 + 5);
}

TEST_CASE("Every verdict is printed with claim, measurement and criterion") {
  const std::string text = matmul::to_text(judge({{"v3", 1.9}, {"v4", 1.7}}));
  CHECK_THAT(text, matmul_tests::contains("v3 1.900 ms, v4 1.700 ms; +11.8%"));
  CHECK_THAT(text, matmul_tests::contains("not run at 8192 cubed: v4:4-stages"));
  CHECK_THAT(text, matmul_tests::contains("8 against 10, counted"));
}

TEST_CASE("Names of outcomes are read back") {
  for (const Outcome each : {Outcome::holds, Outcome::in_part, Outcome::fails, Outcome::not_measured}) {
    CHECK(matmul::outcome_of(matmul::outcome_name(each)) == each);
  }
  CHECK_THROWS_AS(matmul::outcome_of("maybe"), matmul::InvalidInput);
}

TEST_CASE("Profiles are read from the profiler's JSON") {
  const auto profiles = matmul::profiles_from_json(
      R"({"schema": "hopper-matmul-profiles",
          "rows": [{"name": "v3", "metrics": {"tensor_pipe_percent": 85.5, "dram_percent": null}}]})",
      "p.json");
  CHECK(profiles.at("v3").tensor_pipe_percent == 85.5);
  CHECK_FALSE(profiles.at("v3").dram_percent.has_value());
  for (const char* bad :
       {"", "{}", R"({"schema": "other"})", R"({"schema": "hopper-matmul-profiles", "rows": [{}]})"}) {
    CHECK_THROWS_AS(matmul::profiles_from_json(bad, "p.json"), matmul::InvalidInput);
  }
}
