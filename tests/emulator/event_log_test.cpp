// The event log of V3 and V4 tells what happened in an order that can have happened.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "emulated_runs.hpp"
#include "harness/emulation_json.hpp"

namespace {

using matmul::EmulationEvent;

constexpr int k_tiles = 7;

std::vector<EmulationEvent> events_of(const matmul::Version& version, matmul::CompletionPolicy policy,
                                      std::uint64_t seed) {
  const auto seen = matmul_tests::run_emulated(version.configurations.front(), {128, 256, 64 * k_tiles},
                                               {.policy = policy, .seed = seed, .record_events = true});
  CHECK(seen.report.clean());
  return seen.report.events;
}

bool starts_with(const std::string& text, const std::string& part) { return text.rfind(part, 0) == 0; }

std::int64_t end_of(const EmulationEvent& event) { return event.step + event.duration; }

std::vector<EmulationEvent> select(const std::vector<EmulationEvent>& events, const std::string& track,
                                   const std::string& name) {
  std::vector<EmulationEvent> selected;
  std::copy_if(events.begin(), events.end(), std::back_inserter(selected), [&](const EmulationEvent& event) {
    return starts_with(event.track, track) && starts_with(event.name, name);
  });
  return selected;
}

// When each phase of a barrier completed.
std::vector<std::int64_t> completions(const std::vector<EmulationEvent>& events, const std::string& barrier) {
  std::vector<std::int64_t> steps;
  for (const EmulationEvent& event : select(events, "barriers", "complete " + barrier)) {
    CHECK(event.phase == static_cast<int>(steps.size() % 2));
    CHECK(event.pending_bytes == 0);
    steps.push_back(event.step);
  }
  return steps;
}

// Every wait of a track passes after its phase has completed; `first_phase` is -1 for waits that pass at once at first.
void check_waits(const std::vector<EmulationEvent>& events, const std::string& track, const std::string& role,
                 int stages, int first_phase) {
  for (int stage = 0; stage < stages; ++stage) {
    const std::string barrier = role + "[" + std::to_string(stage) + "]";
    const std::vector<std::int64_t> completed = completions(events, barrier);
    int phase = first_phase;
    for (const EmulationEvent& wait : select(events, track, "wait " + barrier)) {
      INFO(track << " waits for " << barrier << ", phase " << phase);
      CHECK(wait.stage == stage);
      CHECK(wait.phase == (phase & 1));
      if (phase < 0) {
        CHECK(wait.duration == 0);
      } else {
        REQUIRE(static_cast<std::size_t>(phase) < completed.size());
        CHECK(end_of(wait) > completed[static_cast<std::size_t>(phase)]);
      }
      ++phase;
    }
    CHECK(phase > first_phase);
  }
}

void check_log(const std::vector<EmulationEvent>& events, int stages, int consumers) {
  REQUIRE_FALSE(events.empty());
  CHECK(std::is_sorted(events.begin(), events.end(),
                       [](const auto& left, const auto& right) { return left.step < right.step; }));
  check_waits(events, "producer", "empty", stages, -1);
  for (int consumer = 0; consumer < consumers; ++consumer) {
    check_waits(events, "consumer " + std::to_string(consumer), "full", stages, 0);
    const std::string number = std::to_string(consumer);
    CHECK(select(events, "consumer " + number, "arrive empty").size() >= static_cast<std::size_t>(k_tiles));
    CHECK(select(events, "consumer " + number, "wait_group 0").size() == k_tiles);
    CHECK(select(events, "tensor cores " + number, "mma").size() >= static_cast<std::size_t>(k_tiles) * 4);
  }
  CHECK(select(events, "producer", "expect full").size() == k_tiles);
  for (int stage = 0; stage < stages; ++stage) {
    const std::string barrier = "full[" + std::to_string(stage) + "]";
    const std::vector<std::int64_t> completed = completions(events, barrier);
    std::size_t landed = 0;
    for (const EmulationEvent& load : events) {
      if (load.track == "TMA" && load.stage == stage) {
        ++landed;
        // It lands before the phase that it belongs to completes, and after the one before.
        const auto next = std::find_if(completed.begin(), completed.end(), [&](auto step) { return step > load.step; });
        REQUIRE(next != completed.end());
        CHECK(end_of(load) < *next);
      }
    }
    CHECK(landed == completed.size() * (consumers == 2 ? 3 : 2));
  }
  // The MMAs of a stage run while it is full: after its warp group's wait for its full barrier.
  for (const EmulationEvent& mma : select(events, "tensor cores", "mma")) {
    REQUIRE(mma.stage >= 0);
    REQUIRE(mma.stage < stages);
    const std::string barrier = "full[" + std::to_string(mma.stage) + "]";
    CHECK(mma.step > completions(events, barrier).front());
    const auto waits = select(events, "consumer " + mma.track.substr(mma.track.size() - 1), "wait " + barrier);
    REQUIRE_FALSE(waits.empty());
    CHECK(mma.step >= end_of(waits.front()));
  }
}

}  // namespace

TEST_CASE("The event logs of V3 and V4 are consistent") {
  const auto versions = matmul_tests::emulated_versions();
  for (const auto policy :
       {matmul::CompletionPolicy::early, matmul::CompletionPolicy::late, matmul::CompletionPolicy::random}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      INFO("policy " << static_cast<int>(policy) << ", seed " << seed);
      check_log(events_of(*versions[2], policy, seed), 2, 1);
      check_log(events_of(*versions[3], policy, seed), 3, 2);
    }
  }
}

TEST_CASE("The events of one CTA are recorded, and only when asked for") {
  const auto& configuration = matmul_tests::emulated_versions()[3]->configurations.front();
  const matmul::Problem problem{128, 512, 128};
  CHECK(matmul_tests::run_emulated(configuration, problem, {}).report.events.empty());
  const auto seen = matmul_tests::run_emulated(configuration, problem, {.record_events = true, .events_cta = 1});
  CHECK(select(seen.report.events, "TMA", "load").size() == 2 * 3);
}

TEST_CASE("The Chrome trace holds every event, on named tracks") {
  const auto events = events_of(*matmul_tests::emulated_versions()[3], matmul::CompletionPolicy::random, 1);
  matmul::EmulationReport report;
  report.events = events;
  const auto trace = nlohmann::json::parse(matmul::chrome_trace(report));
  std::map<int, std::string> names;
  std::size_t spans = 0;
  std::size_t instants = 0;
  std::int64_t last = -1;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] == "M") {
      names[event["tid"]] = event["args"]["name"];
      continue;
    }
    CHECK(names.count(event["tid"]) == 1);
    CHECK(event["ts"] >= last);
    last = event["ts"];
    if (event["ph"] == "X") {
      ++spans;
      CHECK(event["dur"] > 0);
    } else {
      CHECK(event["ph"] == "i");
      ++instants;
    }
  }
  CHECK(spans + instants == events.size());
  CHECK(spans > 0);
  std::set<std::string> tracks;
  for (const auto& [number, name] : names) {
    tracks.insert(name);
  }
  CHECK(tracks == std::set<std::string>{"TMA", "barriers", "consumer 0", "consumer 1", "producer", "tensor cores 0",
                                        "tensor cores 1"});
}
