// The program `lab`.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "lab_command.hpp"
#include "lab_run.hpp"
#include "temporary_folder.hpp"

namespace {

using matmul_tests::contains;
using matmul_tests::LabCommand;
using matmul_tests::run_lab_command;

}  // namespace

TEST_CASE("lab --list names every lab with its question") {
  const LabCommand seen = run_lab_command({"--list"});
  CHECK(seen.code == 0);
  CHECK(seen.error.empty());
  for (const matmul::Lab& each : matmul::labs()) {
    CHECK_THAT(seen.out, contains(each.name + "\n    " + each.question));
  }
}

TEST_CASE("lab NAME asks, reports and fails, and --fixed answers and passes") {
  const LabCommand broken = run_lab_command({"early_release"});
  CHECK(broken.code == 1);
  CHECK_THAT(broken.out, contains("question") && contains("hazard [unordered-access]") && contains("--fixed"));
  CHECK_THAT(broken.out, !contains("answer"));
  const LabCommand fixed = run_lab_command({"early_release", "--fixed", "--policy", "late", "--seed", "7"});
  CHECK(fixed.code == 0);
  CHECK_THAT(fixed.out, contains("answer") && contains("no hazard") && contains("policy late, seed 7"));
}

TEST_CASE("lab --json FILE writes the report, and --json - prints it and nothing else") {
  const matmul_tests::TemporaryFolder folder;
  const LabCommand seen = run_lab_command({"too_few_bytes", "--json", folder.file("report.json").c_str()});
  CHECK(seen.code == 1);
  CHECK(seen.out == run_lab_command({"too_few_bytes"}).out);
  const auto json = nlohmann::json::parse(folder.read("report.json"));
  CHECK(json["hazards"][0]["kind"] == "transaction-bytes");
  CHECK(nlohmann::json::parse(run_lab_command({"too_few_bytes", "--json", "-"}).out) == json);
}

TEST_CASE("lab tells a report that can't be written, and prints nothing then") {
  const LabCommand seen = run_lab_command({"early_release", "--json", "/dev/full"});
  CHECK(seen.code == 3);
  CHECK(seen.out.empty());
  CHECK(seen.error == "lab: writing '/dev/full' failed: No space left on device\n");
}

TEST_CASE("lab refuses what it can't do, with exit code 2 and a message that says what it takes") {
  const LabCommand unknown = run_lab_command({"early_relase"});
  CHECK(unknown.code == 2);
  CHECK(unknown.out.empty());
  CHECK_THAT(unknown.error, contains("early_relase") && contains("early_release") && contains("wrong_stride"));
  const LabCommand policy = run_lab_command({"early_release", "--policy", "never"});
  CHECK(policy.code == 2);
  CHECK_THAT(policy.error, contains("never") && contains("early, late, random"));
  const LabCommand nothing = run_lab_command({});
  CHECK(nothing.code == 2);
  CHECK_THAT(nothing.error, contains("--list"));
  const LabCommand file = run_lab_command({"early_release", "--json", "/no/such/folder/report.json"});
  CHECK(file.code == 2);
  CHECK(file.out.empty());
  CHECK_THAT(file.error, contains("/no/such/folder/report.json") && contains("there is no folder"));
  const LabCommand tiles = run_lab_command({"early_release", "--k-tiles", "0"});
  CHECK(tiles.code == 2);
  CHECK_THAT(tiles.error, contains("'0'") && contains("from 1 to 1024"));
  const LabCommand device = run_lab_command({"early_release", "--device", "tpu"});
  CHECK(device.code == 2);
  CHECK_THAT(device.error, contains("tpu") && contains("cpu, gpu"));
  CHECK(run_lab_command({"early_release", "--runs", "3"}).code == 2);
  CHECK(run_lab_command({"early_release", "--device", "gpu", "--policy", "late"}).code == 2);
  CHECK(run_lab_command({"early_release", "--device", "gpu", "--runs", "0"}).code == 2);
  CHECK(run_lab_command({"--list", "early_release"}).code == 2);
  CHECK(run_lab_command({"early_release", "--seed", "-1"}).code == 2);
  const auto refusal = [](std::initializer_list<const char*> arguments) { return run_lab_command(arguments).error; };
  const std::string end = "; --help lists the options\n";
  CHECK(refusal({"--nonsense"}) == "lab: there is no option --nonsense" + end);
  CHECK(refusal({"early_release", "--list=1"}) == "lab: --list takes no value, but is given '1'" + end);
  CHECK(refusal({"early_release", "three_warps"}) ==
        "lab: 'three_warps' is neither an option nor the value of one" + end);
  CHECK(refusal({"early_release", "--json"}) == "lab: --json needs a value, FILE, but none follows" + end);
}

TEST_CASE("lab --device gpu in a program without CUDA says so, with exit code 3") {
  const LabCommand seen = run_lab_command({"early_release", "--device", "gpu"});
  CHECK(seen.code == 3);
  CHECK(seen.out.empty());
  CHECK_THAT(seen.error, contains("built without CUDA") && contains("emulator"));
}

TEST_CASE("lab --k-tiles sets how far round the ring a lab goes") {
  CHECK(run_lab_command({"phase_never_flips", "--k-tiles", "2"}).code == 0);
  CHECK(run_lab_command({"phase_never_flips", "--k-tiles", "3"}).code == 1);
}

TEST_CASE("lab --help lists the options") {
  const LabCommand seen = run_lab_command({"--help"});
  CHECK(seen.code == 0);
  CHECK_THAT(seen.out, contains("--fixed") && contains("--list") && contains("--policy") && contains("--json"));
}
