// Operands that no version can take are refused in words, and nothing is launched.
#include <cstddef>
#include <functional>
#include <vector>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"
#include "harness/gpu_memory.hpp"
#include "harness/gpu_operands.hpp"
#include "versions.hpp"

namespace {

using matmul::GpuArray;
using matmul::HalfBits;
using matmul::Operands;
using matmul_tests::contains;

constexpr std::int64_t matrix_elements = 128 * 128;

// Calls `check` with what each configuration says about the operands that `spoil` has changed, and makes sure that C
// was left alone.
void for_every_refusal(const std::function<void(Operands&)>& spoil, const std::function<void(std::string)>& check) {
  const GpuArray<HalfBits> a(matrix_elements + 8);
  const GpuArray<HalfBits> b(matrix_elements + 8);
  const GpuArray<HalfBits> c(matrix_elements + 8);
  matmul::poison_on_gpu(c.data(), c.size());
  HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
  for (const auto* version :
       {&hopper::v1_version(), &hopper::v2_version(), &hopper::v3_version(), &hopper::v4_version()}) {
    for (const matmul::Configuration& configuration : version->configurations) {
      CAPTURE(version->name, configuration.name);
      Operands operands{{128, 128, 128}, a.data(), b.data(), c.data()};
      spoil(operands);
      check(matmul_tests::message_of<matmul::InvalidInput>([&] { configuration.launch(operands, cudaStream_t{}); }));
      REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
      std::vector<HalfBits> after(static_cast<std::size_t>(c.size()));
      HOPPER_CHECK_CUDA(cudaMemcpy(after.data(), c.data(), after.size() * sizeof(HalfBits), cudaMemcpyDeviceToHost));
      CHECK(after == std::vector<HalfBits>(after.size(), matmul::poison_bits));
    }
  }
}

}  // namespace

TEST_CASE("Every version refuses a K that is no multiple of 8 before it launches anything", "[invalid]") {
  for_every_refusal(
      [](Operands& operands) { operands.problem.k = 100; },
      [](const std::string& message) { CHECK_THAT(message, contains("k is 100, but must be a multiple of 8")); });
}

TEST_CASE("Every version refuses an empty matrix before it launches anything", "[invalid]") {
  for_every_refusal([](Operands& operands) { operands.problem.m = 0; },
                    [](const std::string& message) { CHECK_THAT(message, contains("m is 0")); });
  for_every_refusal([](Operands& operands) { operands.problem.n = -1; },
                    [](const std::string& message) { CHECK_THAT(message, contains("n is -1")); });
}

TEST_CASE("Every version refuses operands that are not 16-byte aligned before it launches anything", "[invalid]") {
  for_every_refusal(
      [](Operands& operands) { operands.a += 1; },
      [](const std::string& message) { CHECK_THAT(message, contains("A is at") && contains("multiple of 16")); });
  for_every_refusal(
      [](Operands& operands) { operands.b += 4; },
      [](const std::string& message) { CHECK_THAT(message, contains("B is at") && contains("multiple of 16")); });
  for_every_refusal(
      [](Operands& operands) { operands.c += 1; },
      [](const std::string& message) { CHECK_THAT(message, contains("C is at") && contains("multiple of 16")); });
}
