// The program around the measurements, with something else in the GPU's place.
#include "bench/bench_program.hpp"

#include <sstream>

#include "catch.hpp"
#include "errors.hpp"
#include "sample_record.hpp"
#include "sample_versions.hpp"
#include "temporary_folder.hpp"

namespace {

using matmul::BenchBackend;
using matmul_tests::contains;
using matmul_tests::TemporaryFolder;

struct Run {
  int code;
  std::string out;
  std::string error;
};

BenchBackend measuring() {
  return {.versions = matmul_tests::sample_versions(),
          .commit = "of the build",
          .run = [](const auto&, auto&) { return matmul_tests::sample_record(); },
          .profile = [](const auto&) {}};
}

template <typename Error>
BenchBackend failing(const Error& error) {
  BenchBackend backend = measuring();
  backend.run = [error](const auto&, auto&) -> matmul::BenchRecord { throw error; };
  backend.profile = [error](const auto&) { throw error; };
  return backend;
}

int run(const BenchBackend& backend, const std::vector<std::string>& arguments, std::ostream& out,
        std::ostream& error) {
  std::vector<const char*> argv = {"bench_matmul"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  return matmul::run_bench_program(backend, static_cast<int>(argv.size()), argv.data(), out, error);
}

Run run(const BenchBackend& backend, const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream error;
  const int code = run(backend, arguments, out, error);
  return {code, out.str(), error.str()};
}

}  // namespace

TEST_CASE("A run prints its table and writes its record") {
  const TemporaryFolder folder;
  const Run measured = run(measuring(), {"--json", folder.file("a.json")});
  CHECK(measured.code == 0);
  CHECK(measured.out == matmul::to_table(matmul_tests::sample_record()));
  CHECK(folder.read("a.json") == matmul::to_json(matmul_tests::sample_record()));
}

TEST_CASE("The record goes to standard output alone when it is asked for there") {
  CHECK(run(measuring(), {"--json", "-"}).out == matmul::to_json(matmul_tests::sample_record()));
}

TEST_CASE("A wrong result ends in 1, bad input in 2, a failed device in 3, each in words") {
  const Run wrong = run(failing(matmul::WrongResult("v4 computes it wrongly")), {});
  CHECK(wrong.code == 1);
  CHECK(wrong.error == "bench_matmul: v4 computes it wrongly\n");
  CHECK(wrong.out.empty());
  CHECK(run(failing(matmul::DeviceError("out of memory")), {}).code == 3);
  CHECK(run(measuring(), {"--rounds", "0"}).code == 2);
}

TEST_CASE("Without a GPU it says why, and where recorded results are, and does not succeed") {
  const Run none = run(failing(matmul::NoGpu("no NVIDIA GPU is visible")), {});
  CHECK(none.code == 3);
  CHECK(none.out.empty());
  CHECK_THAT(none.error, contains("nothing was measured: no NVIDIA GPU is visible; `python3 bench/show.py`"));
}

TEST_CASE("What can't be is told before anything is measured") {
  const BenchBackend backend = failing(matmul::WrongResult("measured"));
  const Run refused = run(backend, {"--json", "/nonexistent/folder/a.json"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.error, contains("--json is '/nonexistent/folder/a.json'"));
  CHECK(run(backend, {"--configs", "v4:nope"}).code == 2);
}

TEST_CASE("A file with an earlier result survives a run that fails, and no file begins with one") {
  const TemporaryFolder folder;
  folder.write("a.json", "earlier");
  const BenchBackend backend = failing(matmul::DeviceError("no"));
  CHECK(run(backend, {"--json", folder.file("a.json")}).code == 3);
  CHECK(run(backend, {"--json", folder.file("b.json")}).code == 3);
  CHECK(folder.read("a.json") == "earlier");
  CHECK(folder.names() == std::set<std::string>{"a.json"});
}

TEST_CASE("A standard output that takes nothing is an error") {
  std::ofstream full("/dev/full");
  std::ostringstream error;
  CHECK(run(measuring(), {}, full, error) == 3);
  CHECK_THAT(error.str(), contains("can't be written to standard output"));
}

TEST_CASE("Lists and help measure nothing") {
  const BenchBackend backend = failing(matmul::WrongResult("measured"));
  const Run list = run(backend, {"--list"});
  CHECK(list.code == 0);
  CHECK_THAT(list.out, contains("v4:2-stages"));
  CHECK_THAT(list.out, contains("64x14336x4096"));
  CHECK_THAT(run(backend, {"--help"}).out, contains("--shapes"));
}

TEST_CASE("Profiling one row prints nothing, and fails without a GPU") {
  const Run profiled = run(measuring(), {"--profile-one", "v4"});
  CHECK(profiled.code == 0);
  CHECK(profiled.out.empty());
  CHECK(run(failing(matmul::NoGpu("none")), {"--profile-one", "v4"}).code == 3);
}
