// The program around the measurements, with something else in the GPU's place.
#include "bench/bench_program.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "bench/recorded_results.hpp"
#include "catch.hpp"
#include "errors.hpp"
#include "sample_result.hpp"

namespace {

using matmul::BenchBackend;
using matmul::BenchRun;

struct Run {
  int code;
  std::string out;
  std::string error;
};

// A folder that is gone when the test is over.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bench-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }
  std::string read(const std::string& name) const {
    std::ifstream stream(file(name));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

BenchBackend measuring() {
  return {.run =
              [](const auto&, auto&) {
                return BenchRun{matmul_tests::sample_result(), ""};
              },
          .profile = [](const auto&) { return std::string(); },
          .list_configurations = [] { return std::string("  v4:default\n"); }};
}

BenchBackend without_gpu() {
  BenchBackend backend = measuring();
  backend.run = [](const auto&, auto&) { return BenchRun{std::nullopt, "no NVIDIA GPU is visible"}; };
  backend.profile = [](const auto&) { return std::string("no NVIDIA GPU is visible"); };
  return backend;
}

BenchBackend throwing(std::function<void()> fail) {
  BenchBackend backend = measuring();
  backend.run = [fail](const auto&, auto&) {
    fail();
    return BenchRun{};
  };
  return backend;
}

Run run(const BenchBackend& backend, std::vector<std::string> arguments) {
  std::vector<const char*> argv = {"bench_matmul"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  std::ostringstream out;
  std::ostringstream error;
  const int code = matmul::run_bench_program(backend, static_cast<int>(argv.size()), argv.data(), out, error);
  return {code, out.str(), error.str()};
}

matmul::BenchResult dated(const std::string& date) {
  matmul::BenchResult result = matmul_tests::sample_result();
  result.date = date;
  return result;
}

}  // namespace

TEST_CASE("A run prints its table and writes its files") {
  const Folder folder;
  const Run measured =
      run(measuring(), {"--json", folder.file("a.json"), "--csv", folder.file("a.csv"), "--shapes", "8192x8192x8192"});
  CHECK(measured.code == 0);
  CHECK_THAT(measured.out, matmul_tests::contains("v4:2-stages"));
  CHECK_THAT(folder.read("a.csv"), matmul_tests::contains("v4:2-stages"));
  CHECK(matmul::from_json(folder.read("a.json"), "a.json").rows.size() == 4);
}

TEST_CASE("The ablations end in verdicts, which go into the JSON file too") {
  const Folder folder;
  const Run measured = run(measuring(), {"--shapes", "ablations", "--json", folder.file("a.json")});
  CHECK(measured.code == 0);
  CHECK_THAT(measured.out, matmul_tests::contains("v4:2-stages 2.000 ms, v4 1.700 ms; +17.6%"));
  const auto verdicts = matmul::from_json(folder.read("a.json"), "a.json").verdicts;
  CHECK(verdicts.size() > 8);
}

TEST_CASE("Profiles bring verdicts on what they show") {
  const Folder folder;
  folder.write("p.json", R"({"schema": "hopper-matmul-profiles", "rows": [
      {"name": "v3", "metrics": {"tensor_pipe_percent": 80, "dram_percent": 40}},
      {"name": "v4", "metrics": {"tensor_pipe_percent": 85, "dram_percent": 20}}]})");
  const Run measured = run(measuring(), {"--profiles", folder.file("p.json")});
  CHECK_THAT(measured.out, matmul_tests::contains("40.0% to 20.0%"));
  CHECK(run(measuring(), {"--profiles", folder.file("absent.json")}).code == 2);
}

TEST_CASE("A wrong result ends in 1, bad input in 2, a failed device in 3, each in words") {
  const Run wrong = run(throwing([] { throw matmul::WrongResult("v4 computes it wrongly"); }), {});
  CHECK(wrong.code == 1);
  CHECK_THAT(wrong.error, matmul_tests::contains("v4 computes it wrongly"));
  CHECK(wrong.out.empty());
  CHECK(run(throwing([] { throw matmul::InvalidInput("no such configuration"); }), {}).code == 2);
  CHECK(run(throwing([] { throw matmul::DeviceError("out of memory"); }), {}).code == 3);
  CHECK(run(measuring(), {"--rounds", "0"}).code == 2);
}

TEST_CASE("A file that can't be written is told before anything is measured") {
  bool measured = false;
  const BenchBackend backend = throwing([&] { measured = true; });
  const Run refused = run(backend, {"--json", "/nonexistent/folder/a.json"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.error, matmul_tests::contains("--json is '/nonexistent/folder/a.json'"));
  CHECK_FALSE(measured);
}

TEST_CASE("A file with an earlier result survives a run that fails") {
  const Folder folder;
  folder.write("a.json", "earlier");
  CHECK(run(throwing([] { throw matmul::DeviceError("no"); }), {"--json", folder.file("a.json")}).code == 3);
  CHECK(folder.read("a.json") == "earlier");
}

TEST_CASE("Without a GPU the newest recorded result is shown, as recorded") {
  const Folder folder;
  folder.write("new.json", matmul::to_json(dated("2026-05-01T00:00:00Z")));
  folder.write("old.json", matmul::to_json(dated("2026-04-01T00:00:00Z")));
  folder.write("profiles.json", R"({"schema": "hopper-matmul-profiles"})");
  folder.write("notes.txt", "not JSON");
  const Run shown = run(without_gpu(), {"--results", folder.path()});
  CHECK(shown.code == 0);
  CHECK_THAT(shown.out, matmul_tests::contains("Nothing was measured: no NVIDIA GPU is visible."));
  CHECK_THAT(shown.out, matmul_tests::contains("RECORDED result, not measured now: new.json"));
}

TEST_CASE("A result that has the shapes asked for is preferred to a newer one, and cut down to them") {
  const Folder folder;
  matmul::BenchResult small = dated("2026-01-01T00:00:00Z");
  for (const char* contender : {"cublas", "v4"}) {
    small.rows.push_back(matmul_tests::sample_row(contender, "default", {512, 512, 512}, {1, 1, 1}));
  }
  folder.write("small.json", matmul::to_json(small));
  folder.write("new.json", matmul::to_json(dated("2026-05-01T00:00:00Z")));
  const auto recorded = matmul::newest_result(folder.path(), {{{512, 512, 512}, ""}});
  REQUIRE(recorded);
  CHECK(recorded->file == "small.json");
  CHECK(recorded->result.rows.size() == 2);
  CHECK(matmul::newest_result(folder.path(), {{{8, 8, 8}, ""}})->file == "new.json");
}

TEST_CASE("Without a GPU and without recorded results it says so") {
  const Folder folder;
  const Run shown = run(without_gpu(), {"--results", folder.file("absent")});
  CHECK(shown.code == 0);
  CHECK_THAT(shown.out, matmul_tests::contains("No recorded result was found"));
}

TEST_CASE("A recorded result that can't be read is an error") {
  const Folder folder;
  folder.write("broken.json", R"({"schema": "hopper-matmul-bench", )");
  const Run shown = run(without_gpu(), {"--results", folder.path()});
  CHECK(shown.code == 2);
  CHECK_THAT(shown.error, matmul_tests::contains("broken.json"));
}

TEST_CASE("Lists and help measure nothing") {
  const BenchBackend backend = throwing([] { FAIL("measured"); });
  CHECK_THAT(run(backend, {"--list"}).out, matmul_tests::contains("v4:default"));
  CHECK_THAT(run(backend, {"--list"}).out, matmul_tests::contains("64x14336x4096"));
  CHECK_THAT(run(backend, {"--help"}).out, matmul_tests::contains("--shapes"));
}

TEST_CASE("Profiling one row prints nothing, and fails without a GPU") {
  CHECK(run(measuring(), {"--profile-one", "v4"}).code == 0);
  CHECK(run(measuring(), {"--profile-one", "v4"}).out.empty());
  CHECK(run(without_gpu(), {"--profile-one", "v4"}).code == 3);
}
