// Prints the results of a Hopper GPU, for results_cpu to compare the emulator with.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <vector>

#include "harness/gpu_info.hpp"
#include "harness/gpu_memory.hpp"
#include "harness/gpu_operands.hpp"
#include "results.hpp"
#include "versions.hpp"

namespace {

using matmul::Factor;
using matmul::GpuArray;
using matmul::HalfBits;
using matmul::MatrixFill;

std::vector<HalfBits> compute(const matmul::Configuration& configuration, const matmul::Problem& problem) {
  const auto [m, n, k] = problem;
  const GpuArray<HalfBits> a(m * k);
  const GpuArray<HalfBits> b(n * k);
  const GpuArray<HalfBits> c(m * n);
  matmul::fill_on_gpu(a.data(), m, MatrixFill(matmul::Init::integer, matmul_tests::results_seed, Factor::a, k));
  matmul::fill_on_gpu(b.data(), n, MatrixFill(matmul::Init::integer, matmul_tests::results_seed, Factor::b, k));
  matmul::poison_on_gpu(c.data(), c.size());
  configuration.launch({problem, a.data(), b.data(), c.data()}, cudaStream_t{});
  std::vector<HalfBits> result(static_cast<std::size_t>(m * n));
  HOPPER_CHECK_CUDA(cudaMemcpy(result.data(), c.data(), result.size() * sizeof(HalfBits), cudaMemcpyDeviceToHost));
  return result;
}

}  // namespace

int main() {
  try {
    const matmul::GpuSearch search = matmul::find_hopper_gpu();
    if (!search.gpu) {
      fmt::print(stderr, "results_gpu: {}\n", search.reason);
      return 3;
    }
    fmt::print("# {}, driver for CUDA {}, program built with CUDA {}\n", search.gpu->name, search.gpu->driver_version,
               search.gpu->runtime_version);
    const auto lines = matmul_tests::results(
        {&hopper::v1_version(), &hopper::v2_version(), &hopper::v3_version(), &hopper::v4_version()}, compute);
    for (const std::string& line : lines) {
      fmt::print("{}\n", line);
    }
    return std::fflush(stdout) == 0 ? 0 : 3;
  } catch (const std::exception& error) {
    fmt::print(stderr, "results_gpu: {}\n", error.what());
    return 3;
  }
}
