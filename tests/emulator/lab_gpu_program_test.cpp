// What the program `lab` makes of runs on a GPU, which here only pretend to have happened.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "lab_command.hpp"
#include "lab_gpu.hpp"
#include "temporary_folder.hpp"

namespace {

using matmul_tests::contains;
using matmul_tests::LabCommand;
using matmul_tests::run_lab_command;

// What the next runs on the GPU are to give, and what was asked of the last ones.
matmul::GpuLabOutcome next_outcome;
struct {
  std::string lab;
  bool fixed = false;
  matmul::GpuLabOptions options;
} asked;

matmul::GpuLabOutcome outcome(int runs, int wrong_runs, std::int64_t failures, const char* failure) {
  return {.gpu = "a GPU",
          .runs = runs,
          .wrong_runs = wrong_runs,
          .worst = {.elements = 4096, .failures = failures},
          .failure = failure};
}

}  // namespace

matmul::GpuLabOutcome matmul::run_lab_on_gpu(const Lab& lab, bool fixed, const GpuLabOptions& options) {
  asked = {lab.name, fixed, options};
  return next_outcome;
}

TEST_CASE("The options for a GPU reach it") {
  next_outcome = outcome(7, 0, 0, "");
  const LabCommand seen =
      run_lab_command({"early_release", "--fixed", "--device", "gpu", "--runs", "7", "--k-tiles", "9", "--seed", "11"});
  CHECK(seen.code == 0);
  CHECK(asked.lab == "early_release");
  CHECK(asked.fixed);
  CHECK(asked.options.runs == 7);
  CHECK(asked.options.k_tiles == 9);
  CHECK(asked.options.seed == 11);
  CHECK_THAT(seen.out, contains("a GPU") && contains("right in 7 of 7 launches") && contains("answer"));
}

TEST_CASE("Wrong numbers on a GPU are counted, and fail") {
  next_outcome = outcome(20, 3, 17, "");
  const LabCommand seen = run_lab_command({"early_release", "--device", "gpu"});
  CHECK(seen.code == 1);
  CHECK_THAT(seen.out, contains("right in 17 of 20 launches; at worst 17 of 4096 wrong") && contains("--device cpu"));
}

TEST_CASE("A launch that fails ends the runs, and its message stays within the report") {
  next_outcome = outcome(2, 0, 0, "first line\nsecond line");
  const LabCommand seen = run_lab_command({"early_release", "--device", "gpu"});
  CHECK(seen.code == 1);
  CHECK_THAT(seen.out, contains("right in 2 of 2 launches") && contains("launch 3 failed: first line second line"));
  next_outcome = outcome(0, 0, 0, "f() failed");
  CHECK_THAT(run_lab_command({"early_release", "--device", "gpu"}).out, contains("none: the first launch failed"));
}

TEST_CASE("What became of the runs is written with --json") {
  const matmul_tests::TemporaryFolder folder;
  next_outcome = outcome(5, 2, 30, "lost");
  CHECK(run_lab_command({"early_release", "--device", "gpu", "--json", folder.file("x.json").c_str()}).code == 1);
  const auto json = nlohmann::json::parse(folder.read("x.json"));
  CHECK(json == nlohmann::json{{"gpu", "a GPU"},
                               {"runs", 5},
                               {"wrong_runs", 2},
                               {"most_wrong_elements", 30},
                               {"elements", 4096},
                               {"failure", "lost"}});
}
