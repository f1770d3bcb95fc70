// The two forms of a report.
#include <limits>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "fake_devices.hpp"
#include "program_run.hpp"
#include "temporary_folder.hpp"

namespace {

using matmul_tests::contains;
using matmul_tests::FakeProgram;
using matmul_tests::FakeState;
using matmul_tests::good_cpu;
using matmul_tests::good_gpu;
using matmul_tests::run;
using nlohmann::json;

}  // namespace

TEST_CASE("The text of a GPU run gives time, speed, and how that compares with cuBLAS and the peak") {
  FakeState gpu = good_gpu();
  gpu.comparison.max_absolute_error = 0.001953125;
  gpu.comparison.max_relative_error = 0.0009765625;
  const FakeProgram fake(&gpu, nullptr);
  const std::string text = run(fake.program(), {}).out;
  CHECK_THAT(text, contains("v4: a title"));
  CHECK_THAT(text, contains("tile 128 x 256 x 64, 3 stages") && contains("145.0 KiB"));
  CHECK_THAT(text, contains("C[8192, 8192] = A[8192, 8192] * B[8192, 8192]^T"));
  CHECK_THAT(text, contains("passed: 67,108,864 elements") && contains("a fake reference"));
  CHECK_THAT(text, contains("0.00195 absolute, 0.000977 relative"));
  CHECK_THAT(text, contains("1.6000 ms median, 1.5000 min, 1.7500 max: 687.2 TFLOP/s"));
  CHECK_THAT(text, contains("93.8% of cuBLAS, 69.5% of the dense fp16 peak (989 TFLOP/s"));
  CHECK_THAT(text, !contains("L2"));
}

TEST_CASE("Where cuBLAS is missing, a report gives the version's own figures and says why there are no others") {
  FakeState gpu = good_gpu();
  gpu.timing->cublas_ms.reset();
  gpu.timing->why_no_cublas = "libcublas.so.13 can't be opened";
  const FakeProgram fake(&gpu, nullptr);
  const std::string text = run(fake.program(), {"--no-check"}).out;
  CHECK_THAT(text, contains("1.6000 ms median, 1.5000 min, 1.7500 max: 687.2 TFLOP/s"));
  CHECK_THAT(text, contains("not timed: libcublas.so.13 can't be opened") && contains("speed          69.5% of the"));
  CHECK_THAT(text, !contains("% of cuBLAS") && !contains("in turns"));
  const json timing = json::parse(run(fake.program(), {"--no-check", "--json", "-"}).out)["timing"];
  CHECK(timing["version_ms"]["median"] == 1.6);
  for (const char* field : {"cublas_ms", "cublas_teraflops", "percent_of_cublas"}) {
    CHECK(timing.at(field).is_null());
  }
}

TEST_CASE("A small problem's text warns that its operands may stay in the L2 cache") {
  FakeState gpu = good_gpu();
  const FakeProgram fake(&gpu, nullptr);
  CHECK_THAT(run(fake.program(), {"--m", "1024", "--n", "1024", "--k", "1024"}).out, contains("L2 cache"));
}

TEST_CASE("The text of an emulated run counts what was checked and claims no speed") {
  FakeState cpu = good_cpu();
  const FakeProgram fake(nullptr, &cpu);
  const std::string text = run(fake.program(), {}).out;
  CHECK_THAT(text, contains("8 CTAs") && contains("1,234 barrier waits") && contains("96 TMA loads of 3.00 MiB"));
  CHECK_THAT(text, contains("512 WGMMAs, 1 shared memory access by"));
  CHECK_THAT(text, contains("none in 7,654,321 pairs of accesses"));
  CHECK_THAT(text, !contains("TFLOP/s"));
}

TEST_CASE("With --json - a GPU run prints one object that holds everything") {
  FakeState gpu = good_gpu();
  const FakeProgram fake(&gpu, nullptr);
  const json report = json::parse(run(fake.program(), {"--json", "-", "--seed", "3", "--init", "normal"}).out);
  CHECK(report["version"] == "v4");
  CHECK(report["passed"] == true);
  CHECK(report["device"]["kind"] == "gpu");
  CHECK(report["device"]["gpu"]["sm_count"] == 132);
  CHECK(report["device"]["gpu"]["compute_capability"] == "9.0");
  CHECK(report["configuration"]["name"] == "default");
  CHECK(report["configuration"]["block_n"] == 256);
  CHECK(report["problem"] == json({{"m", 8192}, {"n", 8192}, {"k", 8192}, {"init", "normal"}, {"seed", 3}}));
  CHECK(report["check"]["passed"] == true);
  CHECK(report["check"]["elements"] == 67108864);
  CHECK(report["check"]["first_failure"].is_null());
  CHECK(report["timing"]["version_ms"]["median"] == 1.6);
  CHECK(report["timing"]["cublas_ms"]["min"] == 1.375);
  CHECK(report["timing"]["percent_of_cublas"] == 93.75);
  CHECK(report["timing"]["fits_l2"] == false);
  CHECK(report["emulation"].is_null());
}

TEST_CASE("With --json - a failed check tells the first wrong element, and a NaN there is null") {
  FakeState gpu = good_gpu();
  gpu.comparison.failures = 2;
  gpu.comparison.not_finite = 1;
  gpu.comparison.first_failure = 8192 + 1;
  gpu.comparison.first_value = std::numeric_limits<double>::quiet_NaN();
  gpu.comparison.first_reference = 0.5;
  const FakeProgram fake(&gpu, nullptr);
  const auto seen = run(fake.program(), {"--json", "-"});
  CHECK(seen.code == 1);
  const json report = json::parse(seen.out);
  CHECK(report["passed"] == false);
  CHECK(report["timing"].is_null());
  CHECK(report["check"]["failures"] == 2);
  CHECK(report["check"]["first_failure"] == json({{"row", 1}, {"column", 1}, {"value", nullptr}, {"reference", 0.5}}));
}

TEST_CASE("With --json - an emulated run holds the emulator's own report") {
  FakeState cpu = good_cpu();
  cpu.emulation->options.host_threads = 2;
  const FakeProgram fake(nullptr, &cpu);
  const json report = json::parse(run(fake.program(), {"--json", "-", "--no-check", "--events", "/dev/null"}).out);
  CHECK(report["check"].is_null());
  CHECK(report["timing"].is_null());
  CHECK(report["device"]["gpu"].is_null());
  CHECK(report["emulation"]["policy"] == "random");
  CHECK(report["emulation"]["threads"] == 2);
  CHECK(report["emulation"]["events_file"] == "/dev/null");
  CHECK(report["emulation"]["report"]["counts"]["ctas"] == 8);
}

TEST_CASE("With --json - the configurations are one object") {
  FakeState cpu = good_cpu();
  const FakeProgram fake(nullptr, &cpu);
  const json list = json::parse(run(fake.program(), {"--list-configs", "--json", "-"}).out);
  CHECK(list["version"] == "v4");
  REQUIRE(list["configurations"].size() == 2);
  CHECK(list["configurations"][1]["name"] == "other");
  CHECK(list["configurations"][1]["num_threads"] == 288);
}

TEST_CASE("JSON for a file is written there, beside the report for people") {
  FakeState cpu = good_cpu();
  const FakeProgram fake(nullptr, &cpu);
  const matmul_tests::TemporaryFolder folder;
  CHECK(run(fake.program(), {"--json", folder.file("report.json")}).out == run(fake.program(), {}).out);
  json report = json::parse(folder.read("report.json"));
  json printed = json::parse(run(fake.program(), {"--json", "-"}).out);
  report.erase("seconds");
  printed.erase("seconds");
  CHECK(report == printed);
  run(fake.program(), {"--list-configs", "--json", folder.file("list.json")});
  CHECK(json::parse(folder.read("list.json"))["configurations"].size() == 2);
}

TEST_CASE("A file's name that is no UTF-8 does not keep the report from being written") {
  FakeState cpu = good_cpu();
  const FakeProgram fake(nullptr, &cpu);
  const matmul_tests::TemporaryFolder folder;
  const auto seen = run(fake.program(), {"--json", "-", "--events", folder.file("bad\xff.json")});
  CHECK(seen.code == 0);
  CHECK(json::parse(seen.out)["emulation"]["events_file"] == folder.file("bad\xef\xbf\xbd.json"));
  CHECK(folder.names() == std::set<std::string>{"bad\xff.json"});
}
