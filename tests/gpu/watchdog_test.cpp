// A wait that never ends is cut off and explained. The trap costs the process its GPU context, so each of these tests
// runs in a process of its own and is left out unless it is named.
#include "device/watchdog.hpp"

#include <chrono>
#include <string>

#include "catch.hpp"
#include "device/cuda_check.hpp"
#include "harness/gpu_memory.hpp"
#include "mapped_array.hpp"
#include "versions.hpp"
#include "watchdog_kernels.hpp"

namespace {

using matmul::HalfBits;
using matmul_tests::contains;
using matmul_tests::MappedArray;
using matmul_tests::Missing;

// Launches every version once: each has kernels of its own, and none may keep the record from the others.
void launch_every_version() {
  const matmul::GpuArray<HalfBits> a(128 * 64);
  const matmul::GpuArray<HalfBits> b(128 * 64);
  const matmul::GpuArray<HalfBits> c(128 * 128);
  for (const auto* version :
       {&hopper::v1_version(), &hopper::v2_version(), &hopper::v3_version(), &hopper::v4_version()}) {
    version->configurations.front().launch({{128, 128, 64}, a.data(), b.data(), c.data()}, cudaStream_t{});
  }
  HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
}

void expect_report(Missing missing, const std::string& barrier, int parity) {
  launch_every_version();
  REQUIRE_FALSE(matmul::watchdog_message().has_value());
  MappedArray<std::uint32_t> barrier_address(1);

  const auto start = std::chrono::steady_clock::now();
  const cudaError_t error = matmul_tests::run_stuck_pipeline(missing, barrier_address.data());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  REQUIRE(error == cudaErrorLaunchFailure);
  CHECK(seconds.count() > 2);
  CHECK(seconds.count() < 10);
  const auto message = matmul::watchdog_message();
  REQUIRE(message.has_value());
  CHECK_THAT(*message, contains("thread 37 of CTA (1, 2)"));
  CHECK_THAT(*message, contains("parity " + std::to_string(parity) + " of the " + barrier + " barrier at byte " +
                                std::to_string(barrier_address[0]) + " "));
  CHECK_THAT(matmul::explain_cuda_error(error, "the call", "the file", 1), contains(*message));
}

}  // namespace

TEST_CASE("A consumer whose load never comes is cut off and explained", "[.][watchdog-load]") {
  expect_report(Missing::load, "full", 1);
}

TEST_CASE("A producer whose stage is never released is cut off and explained", "[.][watchdog-release]") {
  expect_report(Missing::release, "empty", 0);
}

TEST_CASE("A consumer whose bytes never come is cut off and explained", "[.][watchdog-bytes]") {
  expect_report(Missing::bytes, "full", 0);
}
