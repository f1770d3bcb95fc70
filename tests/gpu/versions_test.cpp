// Every configuration of every version against cuBLAS.
#include <fmt/format.h>

#include <vector>

#include "catch.hpp"
#include "product_check.hpp"
#include "versions.hpp"

namespace {

using matmul::CublasProduct;
using matmul::Init;
using matmul::Problem;
using matmul::Version;
using matmul_tests::IndependentStream;
using matmul_tests::ProductCheck;

// Checks all configurations; one assertion for each pair of problem and filling.
void check(const Version& version, const std::vector<Problem>& problems, const std::vector<Init>& inits) {
  const CublasProduct cublas(CublasProduct::Mode::precise);
  const IndependentStream stream;
  for (const Problem& problem : problems) {
    for (const Init init : inits) {
      ProductCheck product(problem, init, cublas, stream);
      std::string faults;
      for (const matmul::Configuration& configuration : version.configurations) {
        const std::string fault = product.find_fault(configuration);
        if (!fault.empty()) {
          faults += fmt::format("\n{} {}: {}", version.name, configuration.name, fault);
        }
      }
      INFO(fmt::format("m {}, n {}, k {}, {} values:{}", problem.m, problem.n, problem.k, matmul::init_name(init),
                       faults));
      CHECK(faults.empty());
    }
  }
}

const std::vector<Init>& every_init() {
  static const std::vector<Init> inits = {Init::integer, Init::uniform, Init::normal};
  return inits;
}

std::vector<Problem> squares() {
  std::vector<Problem> problems;
  for (const std::int64_t size : {128, 256, 512, 1024, 2048}) {
    problems.push_back({size, size, size});
  }
  return problems;
}

// Tiles cut off in each direction, odd rows of C, and K from one mma to more K-tiles than any ring has stages.
std::vector<Problem> ragged() {
  std::vector<Problem> problems;
  for (const std::int64_t m : {1, 7, 127, 129, 200}) {
    for (const std::int64_t n : {1, 7, 127, 129, 200}) {
      for (const std::int64_t k : {8, 64, 72, 120, 128, 136, 512, 8200}) {
        problems.push_back({m, n, k});
      }
    }
  }
  return problems;
}

// One tile of each shape, with every number of K-tiles around the number of stages.
std::vector<Problem> one_tile() {
  std::vector<Problem> problems;
  for (const std::int64_t k : {64, 128, 192, 256, 320, 384, 448, 512, 576}) {
    problems.push_back({64, 64, k});
    problems.push_back({128, 128, k});
    problems.push_back({128, 256, k});
  }
  return problems;
}

// Grids of many waves, among them one whose rasterization ends in a narrower group and one of a single tile column.
std::vector<Problem> many_waves() {
  return {{4096, 4096, 512}, {8192, 8192, 1024}, {3000, 4872, 264}, {16384, 136, 72}, {136, 16384, 72}};
}

void check_version(const Version& version) {
  SECTION("squares") { check(version, squares(), every_init()); }
  SECTION("ragged edges") { check(version, ragged(), every_init()); }
  SECTION("one tile") { check(version, one_tile(), every_init()); }
  SECTION("many waves") { check(version, many_waves(), every_init()); }
}

// More elements than 32-bit offsets reach: in C, in A, and in B.
std::vector<Problem> large() { return {{70'000, 40'000, 8}, {262'400, 8, 8200}, {8, 262'400, 8200}}; }

// More tiles in one direction than the y and z dimensions of a grid take, which is 65535.
std::vector<Problem> long_and_narrow() { return {{8'400'000, 8, 8}, {8, 8'400'000, 8}}; }

}  // namespace

TEST_CASE("V1 matches cuBLAS in every configuration", "[v1]") { check_version(hopper::v1_version()); }
TEST_CASE("V2 matches cuBLAS in every configuration", "[v2]") { check_version(hopper::v2_version()); }
TEST_CASE("V3 matches cuBLAS in every configuration", "[v3]") { check_version(hopper::v3_version()); }
TEST_CASE("V4 matches cuBLAS in every configuration", "[v4]") { check_version(hopper::v4_version()); }

TEST_CASE("V1 matches cuBLAS beyond 32-bit offsets", "[large]") {
  check(hopper::v1_version(), large(), {Init::integer});
}
TEST_CASE("V2 matches cuBLAS beyond 32-bit offsets", "[large]") {
  check(hopper::v2_version(), large(), {Init::integer});
}
TEST_CASE("V3 matches cuBLAS beyond 32-bit offsets", "[large]") {
  check(hopper::v3_version(), large(), {Init::integer});
}
TEST_CASE("V4 matches cuBLAS beyond 32-bit offsets", "[large]") {
  check(hopper::v4_version(), large(), {Init::integer});
}

TEST_CASE("V1 matches cuBLAS on long and narrow matrices", "[narrow]") {
  check(hopper::v1_version(), long_and_narrow(), {Init::integer});
}
TEST_CASE("V2 matches cuBLAS on long and narrow matrices", "[narrow]") {
  check(hopper::v2_version(), long_and_narrow(), {Init::integer});
}
TEST_CASE("V3 matches cuBLAS on long and narrow matrices", "[narrow]") {
  check(hopper::v3_version(), long_and_narrow(), {Init::integer});
}
TEST_CASE("V4 matches cuBLAS on long and narrow matrices", "[narrow]") {
  check(hopper::v4_version(), long_and_narrow(), {Init::integer});
}
