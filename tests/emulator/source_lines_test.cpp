// How reports name places in the source, with and without addr2line.
#include <cstdlib>
#include <string>

#include "pipeline.cuh"
#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

struct Words {
  int words[64];
};

// Two mistakes of one kind, at two lines.
void two_mistakes() {
  auto& shared = storage<Words>();
  shared.words[thread() / 2] = 1;
  __syncthreads();
  shared.words[thread() / 4] = 2;
}

// No program is found by its name while it lives.
class EmptyPath {
 public:
  EmptyPath() { setenv("PATH", "/nonexistent", 1); }
  ~EmptyPath() { setenv("PATH", before_.c_str(), 1); }
  EmptyPath(const EmptyPath&) = delete;
  EmptyPath& operator=(const EmptyPath&) = delete;

 private:
  std::string before_ = std::getenv("PATH");
};

}  // namespace

TEST_CASE("Without addr2line different mistakes stay apart, each with its address, and the reason is said once") {
  // First, because lines that were found once are remembered.
  const auto without = [] {
    const EmptyPath no_programs;
    return run_tiny(64, sizeof(Words), two_mistakes).hazards;
  }();
  REQUIRE(without.size() >= 2);
  CHECK(without.front().sites[0].function != without.back().sites[0].function);
  for (const matmul::Hazard& hazard : without) {
    CHECK(hazard.sites[0].file.empty());
    CHECK_THAT(matmul::format_hazard(hazard), contains("at an unknown line, emulator_rules_tests+0x"));
    const bool is_first = &hazard == &without.front();
    CHECK((matmul::format_hazard(hazard).find("install binutils") != std::string::npos) == is_first);
  }
  CHECK_THAT(without.front().note, contains("install binutils"));

  const auto with = run_tiny(64, sizeof(Words), two_mistakes).hazards;
  REQUIRE(with.size() == 2);
  CHECK(with[0].note.empty());
  CHECK(with[0].sites[0].line != with[1].sites[0].line);
}

TEST_CASE("A report says by which function of a class the kernel got there") {
  struct Barriers {
    hopper::PipelineBarriers<2> barriers;
  };
  for_every_schedule(
      32, sizeof(Barriers),
      [] {
        hopper::Pipeline<2> pipeline(storage<Barriers>().barriers, {.producer_arrivals = 1, .consumer_arrivals = 32});
        pipeline.consumer_acquire();
      },
      [](const matmul::EmulationReport& report) {
        REQUIRE_FALSE(report.clean());
        CHECK_THAT(report.hazards.front().sites[0].via,
                   contains("common/pipeline.cuh:") && contains("(Pipeline::consumer_acquire)"));
      });
}
