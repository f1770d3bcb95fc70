// What a program does and how it exits.
#include "harness/cli/program.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "catch.hpp"
#include "errors.hpp"
#include "fake_devices.hpp"
#include "harness/cli/options.hpp"
#include "program_run.hpp"

namespace {

using matmul_tests::contains;
using matmul_tests::FakeProgram;
using matmul_tests::FakeState;
using matmul_tests::good_cpu;
using matmul_tests::good_gpu;
using matmul_tests::ProgramRun;
using matmul_tests::run;

bool is_one_line(const std::string& text) {
  return !text.empty() && text.back() == '\n' && std::count(text.begin(), text.end(), '\n') == 1;
}

bool same(const matmul::Problem& left, const matmul::Problem& right) {
  return left.m == right.m && left.n == right.n && left.k == right.k;
}

}  // namespace

TEST_CASE("Left to itself, a program runs its default on the GPU, checks it and times it") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  const FakeProgram fake(&gpu, &cpu);
  const ProgramRun seen = run(fake.program(), {});
  CHECK(seen.code == 0);
  CHECK(seen.error.empty());
  CHECK(same(gpu.problem, {8192, 8192, 8192}));
  CHECK(gpu.ran == "default");
  CHECK(gpu.init == matmul::Init::uniform);
  CHECK(gpu.comparisons == 1);
  CHECK(gpu.timed == std::pair(matmul::default_warmup, matmul::default_iterations));
  CHECK(cpu.ran.empty());
  CHECK_THAT(seen.out, contains("a fake GPU") && contains("because it is a Hopper GPU"));
}

TEST_CASE("Without a GPU it runs a small problem in the emulator and says why") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  FakeProgram fake(&gpu, &cpu);
  fake.lose_gpu("no NVIDIA GPU is visible");
  const ProgramRun seen = run(fake.program(), {"--seed", "9"});
  CHECK(seen.code == 0);
  CHECK(same(cpu.problem, {512, 512, 512}));
  CHECK(cpu.opened_with.seed == 9);
  CHECK(cpu.opened_with.policy == matmul::CompletionPolicy::random);
  CHECK_FALSE(cpu.opened_with.record_events);
  CHECK_THAT(seen.out, contains("a fake emulator") && contains("because no NVIDIA GPU is visible"));
  CHECK(gpu.ran.empty());
}

TEST_CASE("The command line's wishes reach the device") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  const FakeProgram fake(&gpu, &cpu);
  CHECK(run(fake.program(), {"--m", "5", "--k", "72", "--config", "other", "--iterations", "9", "--warmup", "0",
                             "--init", "integer", "--seed", "4"})
            .code == 0);
  CHECK(same(gpu.problem, {5, 8192, 72}));
  CHECK(gpu.ran == "other");
  CHECK(gpu.init == matmul::Init::integer);
  CHECK(gpu.seed == 4);
  CHECK(gpu.timed == std::pair(0, 9));

  CHECK(run(fake.program(), {"--n", "7", "--policy", "late", "--threads", "3", "--events", "/dev/null"}).code == 0);
  CHECK(same(cpu.problem, {512, 7, 512}));
  CHECK(cpu.opened_with.policy == matmul::CompletionPolicy::late);
  CHECK(cpu.opened_with.host_threads == 3);
  CHECK(cpu.opened_with.record_events);
}

TEST_CASE("A wrong result exits with 1 and is not timed") {
  FakeState gpu = good_gpu();
  gpu.comparison.failures = 1;
  gpu.comparison.first_failure = 8192 * 2 + 3;
  gpu.comparison.first_value = 1.5;
  gpu.comparison.first_reference = 2.5;
  const FakeProgram fake(&gpu, nullptr);
  const ProgramRun seen = run(fake.program(), {});
  CHECK(seen.code == 1);
  CHECK_FALSE(gpu.timed);
  CHECK_THAT(seen.out, contains("FAILED") && contains("C[2, 3] is 1.5, but should be 2.5") && contains("not taken"));

  const ProgramRun unchecked = run(fake.program(), {"--no-check"});
  CHECK(unchecked.code == 0);
  CHECK(gpu.comparisons == 1);
  CHECK(gpu.timed);
  CHECK_THAT(unchecked.out, contains("--no-check"));
}

TEST_CASE("Zero iterations check without timing") {
  FakeState gpu = good_gpu();
  const FakeProgram fake(&gpu, nullptr);
  const ProgramRun seen = run(fake.program(), {"--iterations", "0"});
  CHECK(seen.code == 0);
  CHECK(gpu.comparisons == 1);
  CHECK_FALSE(gpu.timed);
  CHECK_THAT(seen.out, contains("left out: --iterations 0"));
}

TEST_CASE("A hazard exits with 1 even when the result is right or was not looked at") {
  FakeState cpu = good_cpu();
  for (const char* title : {"the first hazard", "the second hazard"}) {
    matmul::Hazard& hazard = cpu.emulation->report.hazards.emplace_back();
    hazard.title = title;
  }
  const FakeProgram fake(nullptr, &cpu);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, std::vector<std::string>{"--no-check"}}) {
    const ProgramRun seen = run(fake.program(), arguments);
    CHECK(seen.code == 1);
    CHECK_THAT(seen.out, contains("the first hazard") && contains("the second hazard"));
  }
}

TEST_CASE("Bad input exits with 2 and one sentence, before any device is asked for") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  FakeProgram fake(&gpu, &cpu);
  fake.lose_gpu("no NVIDIA GPU is visible");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--k", "7"}, "multiple of 8"},
      {{"--m", "2147483647"}, "--m is '2147483647'"},
      {{"--config", "nope"}, "it has: default, other"},
      {{"--nonsense"}, "--nonsense"},
      {{"--device", "gpu", "--k", "7"}, "multiple of 8"},
      {{"--policy", "early", "--device", "gpu"}, "--policy"}};
  for (const auto& [arguments, message] : cases) {
    const ProgramRun seen = run(fake.program(), arguments);
    CHECK(seen.code == 2);
    CHECK(seen.out.empty());
    CHECK(is_one_line(seen.error));
    CHECK_THAT(seen.error, contains("v4: ") && contains(message));
  }
  CHECK(cpu.ran.empty());
}

TEST_CASE("A GPU that is asked for but can't be used exits with 3 and says what is wrong and what would do") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  FakeProgram fake(&gpu, &cpu);
  fake.lose_gpu("no visible GPU is a Hopper one (compute capability 9.0): NVIDIA A100 (compute capability 8.0)");
  const ProgramRun seen = run(fake.program(), {"--device", "gpu"});
  CHECK(seen.code == 3);
  CHECK(seen.out.empty());
  CHECK(is_one_line(seen.error));
  CHECK_THAT(seen.error, contains("NVIDIA A100 (compute capability 8.0)") && contains("--device cpu"));
  CHECK(run(fake.program(), {"--iterations", "5"}).code == 3);
}

TEST_CASE("A program that was built without a part says so") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  const FakeProgram without_gpu(nullptr, &cpu);
  CHECK_THAT(run(without_gpu.program(), {}).out, contains("built without CUDA"));
  const ProgramRun refused = run(without_gpu.program(), {"--device", "gpu"});
  CHECK(refused.code == 3);
  CHECK_THAT(refused.error, contains("built without CUDA"));

  FakeProgram without_cpu(&gpu, nullptr);
  CHECK(run(without_cpu.program(), {"--device", "cpu"}).code == 3);
  without_cpu.lose_gpu("no NVIDIA GPU is visible");
  const ProgramRun nothing = run(without_cpu.program(), {});
  CHECK(nothing.code == 3);
  CHECK_THAT(nothing.error, contains("no NVIDIA GPU is visible") && contains("without the emulator"));
}

TEST_CASE("A device that fails exits with 3 and the device's words") {
  FakeState gpu = good_gpu();
  FakeProgram fake(&gpu, nullptr);
  fake.on_launch([] { throw matmul::DeviceError("cudaLaunchKernel failed"); });
  const ProgramRun failed = run(fake.program(), {"--json", "-"});
  CHECK(failed.code == 3);
  CHECK(failed.out.empty());
  CHECK(failed.error == "v4: cudaLaunchKernel failed\n");
  fake.on_launch([] { throw std::bad_alloc(); });
  CHECK_THAT(run(fake.program(), {}).error, contains("memory"));
  fake.on_launch([] { throw std::logic_error("this can't be"); });
  const ProgramRun unexpected = run(fake.program(), {});
  CHECK(unexpected.code == 3);
  CHECK_THAT(unexpected.error, contains("this can't be"));
}

TEST_CASE("Help and the list of configurations exit with 0 and touch no device") {
  FakeState gpu = good_gpu();
  FakeState cpu = good_cpu();
  const FakeProgram fake(&gpu, &cpu);
  const ProgramRun help = run(fake.program(), {"--help"});
  CHECK(help.code == 0);
  CHECK_THAT(help.out, contains("--list-configs"));
  const ProgramRun list = run(fake.program(), {"--list-configs"});
  CHECK(list.code == 0);
  CHECK_THAT(list.out, contains("why default") && contains("why other") && contains("128 x 256 x 64"));
  CHECK(gpu.ran.empty());
  CHECK(cpu.ran.empty());
}
