#include "results.hpp"

#include <fmt/format.h>

namespace matmul_tests {
namespace {

// Fowler, Noll and Vo's FNV-1a; the two bytes of each element, low one first.
std::uint64_t hash(const std::vector<matmul::HalfBits>& matrix) {
  constexpr std::uint64_t offset = 0xcbf29ce484222325;
  constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t value = offset;
  for (const matmul::HalfBits bits : matrix) {
    for (const unsigned byte : {bits & 0xffu, static_cast<unsigned>(bits) >> 8}) {
      value = (value ^ byte) * prime;
    }
  }
  return value;
}

}  // namespace

const std::vector<matmul::Problem>& results_shapes() {
  static const std::vector<matmul::Problem> shapes = {
      {128, 128, 64},  {128, 256, 384}, {256, 256, 256},  {1, 1, 8},      {1, 127, 72},
      {127, 1, 136},   {7, 129, 520},   {129, 7, 200},    {65, 63, 64},   {127, 257, 128},
      {129, 255, 192}, {200, 300, 8},   {130, 260, 1032}, {384, 512, 72}, {300, 1100, 264},
  };
  return shapes;
}

std::vector<std::string> results(const std::vector<const matmul::Version*>& versions, const ComputeResult& compute) {
  std::vector<std::string> lines;
  for (const matmul::Version* version : versions) {
    for (const matmul::Configuration& configuration : version->configurations) {
      for (const matmul::Problem& problem : results_shapes()) {
        lines.push_back(fmt::format("{} {} {} {} {} {:016x}", version->name, configuration.name, problem.m, problem.n,
                                    problem.k, hash(compute(configuration, problem))));
      }
    }
  }
  return lines;
}

}  // namespace matmul_tests
