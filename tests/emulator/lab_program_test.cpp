// The program `lab`.
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lab_program.hpp"
#include "lab_run.hpp"

namespace {

using matmul_tests::contains;

struct Run {
  int code;
  std::string out;
  std::string error;
};

Run lab(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv{"lab"};
  argv.insert(argv.end(), arguments);
  std::ostringstream out;
  std::ostringstream error;
  const int code = matmul::run_lab_program(static_cast<int>(argv.size()), argv.data(), out, error);
  return {code, out.str(), error.str()};
}

}  // namespace

TEST_CASE("lab --list names every lab with its question") {
  const Run seen = lab({"--list"});
  CHECK(seen.code == 0);
  CHECK(seen.error.empty());
  for (const matmul::Lab& each : matmul::labs()) {
    CHECK_THAT(seen.out, contains(each.name + "\n    " + each.question));
  }
}

TEST_CASE("lab NAME asks, reports and fails; --fixed answers and passes") {
  const Run broken = lab({"early_release"});
  CHECK(broken.code == 1);
  CHECK_THAT(broken.out, contains("question") && contains("hazard [unordered-access]") && contains("--fixed"));
  CHECK_THAT(broken.out, !contains("answer"));
  const Run fixed = lab({"early_release", "--fixed", "--policy", "late", "--seed", "7"});
  CHECK(fixed.code == 0);
  CHECK_THAT(fixed.out, contains("answer") && contains("no hazard") && contains("policy late, seed 7"));
}

TEST_CASE("lab --json writes the report") {
  const auto path =
      std::filesystem::temp_directory_path() / ("lab-" + std::to_string(std::random_device()()) + ".json");
  const Run seen = lab({"too_few_bytes", "--json", path.c_str()});
  CHECK(seen.code == 1);
  const auto json = nlohmann::json::parse(std::ifstream(path));
  CHECK(json["hazards"][0]["kind"] == "transaction-bytes");
  std::filesystem::remove(path);
}

TEST_CASE("lab refuses what it can't do, with exit code 2 and a message that says what it takes") {
  const Run unknown = lab({"early_relase"});
  CHECK(unknown.code == 2);
  CHECK(unknown.out.empty());
  CHECK_THAT(unknown.error, contains("early_relase") && contains("early_release") && contains("wrong_stride"));
  const Run policy = lab({"early_release", "--policy", "never"});
  CHECK(policy.code == 2);
  CHECK_THAT(policy.error, contains("never") && contains("early, late, random"));
  const Run nothing = lab({});
  CHECK(nothing.code == 2);
  CHECK_THAT(nothing.error, contains("--list"));
  const Run file = lab({"early_release", "--json", "/no/such/folder/report.json"});
  CHECK(file.code == 2);
  CHECK(file.out.empty());
  CHECK_THAT(file.error, contains("/no/such/folder/report.json") && contains("No such file"));
  const Run tiles = lab({"early_release", "--k-tiles", "0"});
  CHECK(tiles.code == 2);
  CHECK_THAT(tiles.error, contains("'0'") && contains("from 1 to 1024"));
  const Run device = lab({"early_release", "--device", "tpu"});
  CHECK(device.code == 2);
  CHECK_THAT(device.error, contains("tpu") && contains("cpu, gpu"));
  CHECK(lab({"early_release", "--runs", "3"}).code == 2);
  CHECK(lab({"early_release", "--device", "gpu", "--policy", "late"}).code == 2);
  CHECK(lab({"early_release", "--device", "gpu", "--runs", "0"}).code == 2);
  CHECK(lab({"--list", "early_release"}).code == 2);
  CHECK(lab({"early_release", "--seed", "-1"}).code == 2);
  CHECK(lab({"--nonsense"}).code == 2);
}

TEST_CASE("lab --device gpu in a program without CUDA says so, with exit code 3") {
  const Run seen = lab({"early_release", "--device", "gpu"});
  CHECK(seen.code == 3);
  CHECK(seen.out.empty());
  CHECK_THAT(seen.error, contains("built without CUDA") && contains("emulator"));
}

TEST_CASE("lab --k-tiles sets how far round the ring a lab goes") {
  CHECK(lab({"phase_never_flips", "--k-tiles", "2"}).code == 0);
  CHECK(lab({"phase_never_flips", "--k-tiles", "3"}).code == 1);
}

TEST_CASE("lab --help lists the options") {
  const Run seen = lab({"--help"});
  CHECK(seen.code == 0);
  CHECK_THAT(seen.out, contains("--fixed") && contains("--list") && contains("--policy") && contains("--json"));
}
