// The program with the emulator behind it, and the emulator as a device.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "harness/cli/cpu_device.hpp"
#include "program_run.hpp"

namespace hopper_emulated {
const matmul::Version& v1_version();
const matmul::Version& v4_version();
}  // namespace hopper_emulated

namespace {

using matmul_tests::contains;
using matmul_tests::ProgramRun;
using matmul_tests::run;
using nlohmann::json;

matmul::Program emulated(const matmul::Version& version) {
  return {.name = version.name, .gpu = std::nullopt, .cpu = matmul::CpuPart{&version, matmul::open_cpu_device}};
}

// A version whose launch does `launch` instead of what it should.
matmul::Version replaced(std::function<void(const matmul::Operands&, matmul::Stream)> launch) {
  matmul::Version version = hopper_emulated::v4_version();
  version.configurations.front().launch = std::move(launch);
  return version;
}

// A path that no file has yet, and that has none again after the test.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_(std::filesystem::temp_directory_path() / ("events-" + std::to_string(std::random_device()()) + ".json")) {
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("V1 and V4 pass in the emulator under every policy") {
  for (const matmul::Version* version : {&hopper_emulated::v1_version(), &hopper_emulated::v4_version()}) {
    for (const char* policy : {"early", "late", "random"}) {
      for (const char* init : {"uniform", "normal", "integer"}) {
        INFO(version->name << ", " << policy << ", " << init);
        const ProgramRun seen = run(emulated(*version), {"--m", "130", "--n", "70", "--k", "136", "--policy", policy,
                                                         "--init", init, "--json", "--threads", "2"});
        REQUIRE(seen.error.empty());
        CHECK(seen.code == 0);
        const json report = json::parse(seen.out);
        CHECK(report["check"]["elements"] == 130 * 70);
        CHECK(report["emulation"]["policy"] == policy);
        CHECK(report["emulation"]["report"]["counts"]["wgmmas"] > 0);
        CHECK(report["emulation"]["report"]["hazards"].empty());
      }
    }
  }
}

TEST_CASE("The default problem of the emulator is 512 cubed") {
  const ProgramRun seen = run(emulated(hopper_emulated::v4_version()), {"--json"});
  CHECK(seen.code == 0);
  const json report = json::parse(seen.out);
  CHECK(report["problem"]["m"] == 512);
  CHECK(report["problem"]["n"] == 512);
  CHECK(report["problem"]["k"] == 512);
  CHECK(report["check"]["passed"] == true);
}

TEST_CASE("The event log is a Chrome trace of one CTA") {
  const TemporaryFile file;
  const ProgramRun seen = run(emulated(hopper_emulated::v4_version()), {"--k", "192", "--events", file.path()});
  CHECK(seen.code == 0);
  CHECK_THAT(seen.out, contains(file.path()));
  std::ifstream stream(file.path());
  const json trace = json::parse(stream);
  CHECK(trace["traceEvents"].size() > 10);
}

TEST_CASE("An event log that can't be written is refused before anything runs") {
  const ProgramRun seen = run(emulated(hopper_emulated::v4_version()), {"--events", "/no/such/folder/events.json"});
  CHECK(seen.code == 2);
  CHECK(seen.out.empty());
  CHECK_THAT(seen.error, contains("/no/such/folder/events.json") && contains("No such file"));
}

TEST_CASE("A version that writes nothing fails the check: every element is still the poison") {
  const matmul::Version idle = replaced([](const matmul::Operands&, matmul::Stream) {});
  const ProgramRun seen = run(emulated(idle), {"--m", "8", "--n", "8", "--k", "8", "--json"});
  CHECK(seen.code == 1);
  const json report = json::parse(seen.out);
  CHECK(report["passed"] == false);
  CHECK(report["check"]["failures"] == 64);
  CHECK(report["check"]["not_finite"] == 64);
  CHECK(report["check"]["first_failure"]["value"].is_null());
}

TEST_CASE("A version that forgets one element fails the check") {
  const auto right = hopper_emulated::v4_version().configurations.front().launch;
  const matmul::Version forgetful = replaced([&](const matmul::Operands& operands, matmul::Stream stream) {
    const matmul::HalfBits before = operands.c[5];
    right(operands, stream);
    operands.c[5] = before;
  });
  const ProgramRun seen = run(emulated(forgetful), {"--m", "8", "--n", "8", "--k", "8", "--json"});
  CHECK(seen.code == 1);
  const json check = json::parse(seen.out)["check"];
  CHECK(check["failures"] == 1);
  CHECK(check["first_failure"]["row"] == 0);
  CHECK(check["first_failure"]["column"] == 5);
}

TEST_CASE("A hazard that the emulator reports is printed and exits with 1") {
  const auto right = hopper_emulated::v4_version().configurations.front().launch;
  const matmul::Version hazardous = replaced([&](const matmul::Operands& operands, matmul::Stream stream) {
    right(operands, stream);
    matmul::Hazard hazard;
    hazard.kind = "unordered-access";
    hazard.title = "a title made for this test";
    std::get<matmul::EmulationSession*>(stream)->report.hazards.push_back(hazard);
  });
  const std::vector<std::string> small = {"--m", "8", "--n", "8", "--k", "8"};
  const ProgramRun seen = run(emulated(hazardous), small);
  CHECK(seen.code == 1);
  CHECK_THAT(seen.out, contains("passed: 64 elements") && contains("a title made for this test"));
}
