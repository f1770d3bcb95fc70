// The program with the emulator behind it, and the emulator as a device.
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "harness/cli/cpu_device.hpp"
#include "program_run.hpp"
#include "temporary_folder.hpp"

namespace hopper_emulated {
const matmul::Version& v1_version();
const matmul::Version& v4_version();
}  // namespace hopper_emulated

namespace {

using matmul_tests::contains;
using matmul_tests::ProgramRun;
using matmul_tests::run;
using matmul_tests::TemporaryFolder;
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

}  // namespace

TEST_CASE("V1 and V4 pass in the emulator under every policy") {
  for (const matmul::Version* version : {&hopper_emulated::v1_version(), &hopper_emulated::v4_version()}) {
    for (const char* policy : {"early", "late", "random"}) {
      for (const char* init : {"uniform", "normal", "integer"}) {
        INFO(version->name << ", " << policy << ", " << init);
        const ProgramRun seen = run(emulated(*version), {"--m", "130", "--n", "70", "--k", "136", "--policy", policy,
                                                         "--init", init, "--json", "-", "--threads", "2"});
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
  const ProgramRun seen = run(emulated(hopper_emulated::v4_version()), {"--json", "-"});
  CHECK(seen.code == 0);
  const json report = json::parse(seen.out);
  CHECK(report["problem"]["m"] == 512);
  CHECK(report["problem"]["n"] == 512);
  CHECK(report["problem"]["k"] == 512);
  CHECK(report["check"]["passed"] == true);
}

TEST_CASE("The event log is a Chrome trace of one CTA, and replaces an older one at the end") {
  const TemporaryFolder folder;
  folder.write("events.json", "an older log");
  const std::string file = folder.file("events.json");
  const ProgramRun seen = run(emulated(hopper_emulated::v4_version()), {"--k", "192", "--events", file});
  CHECK(seen.code == 0);
  CHECK_THAT(seen.out, contains(file));
  CHECK(json::parse(folder.read("events.json"))["traceEvents"].size() > 10);
}

TEST_CASE("A run that fails leaves the files of an older one alone") {
  const TemporaryFolder folder;
  folder.write("events.json", "an older log");
  folder.write("report.json", "an older report");
  const matmul::Version failing = replaced([](const auto&, auto) { throw matmul::DeviceError("it failed"); });
  const ProgramRun seen = run(
      emulated(failing), {"--k", "8", "--events", folder.file("events.json"), "--json", folder.file("report.json")});
  CHECK(seen.code == 3);
  CHECK(folder.read("events.json") == "an older log");
  CHECK(folder.read("report.json") == "an older report");
  CHECK(folder.names() == std::set<std::string>{"events.json", "report.json"});
}

TEST_CASE("A log of events that can't be written is told, before or after the run, and nothing is printed") {
  const auto refused = run(emulated(hopper_emulated::v4_version()), {"--events", "/no/such/folder/events.json"});
  CHECK(refused.code == 2);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.error, contains("/no/such/folder/events.json") && contains("there is no folder"));
  const auto full = run(emulated(hopper_emulated::v4_version()), {"--k", "8", "--events", "/dev/full"});
  CHECK(full.code == 3);
  CHECK(full.out.empty());
  CHECK_THAT(full.error, contains("'/dev/full' failed: No space left on device"));
}

TEST_CASE("A run on a terminal says how far it is, and takes that back") {
  const auto shown = [](const std::vector<const char*>& more) {
    std::vector<const char*> argv{"v4", "--m", "256", "--n", "512", "--k", "64"};
    argv.insert(argv.end(), more.begin(), more.end());
    std::ostringstream out;
    std::ostringstream error;
    std::ostringstream terminal;
    CHECK(matmul::run_program(emulated(hopper_emulated::v4_version()), static_cast<int>(argv.size()), argv.data(), out,
                              error, &terminal) == 0);
    CHECK(error.str().empty());
    return terminal.str();
  };
  const std::string text = shown({});
  CHECK_THAT(text, contains("emulating: 25% of 4 CTAs") && contains("comparing with a double-precision reference"));
  const std::string erased = "\r\x1b[K";
  CHECK(text.ends_with(erased));
  CHECK_THAT(shown({"--no-check"}), !contains("comparing"));
  CHECK(shown({"--json", "-"}).empty());
}

TEST_CASE("A version that writes nothing fails the check: every element is still the poison") {
  const matmul::Version idle = replaced([](const matmul::Operands&, matmul::Stream) {});
  const ProgramRun seen = run(emulated(idle), {"--m", "8", "--n", "8", "--k", "8", "--json", "-"});
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
  const ProgramRun seen = run(emulated(forgetful), {"--m", "8", "--n", "8", "--k", "8", "--json", "-"});
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
