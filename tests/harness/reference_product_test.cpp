// The double-precision product, against sums taken one by one.
#include "harness/reference_product.hpp"

#include <vector>

#include "catch.hpp"
#include "half_bits.hpp"

namespace {

using matmul::Comparison;
using matmul::Factor;
using matmul::HalfBits;
using matmul::Init;
using matmul::MatrixFill;
using matmul::Problem;
using matmul::Tolerance;

// Operands and a C that holds the right result, computed in the plainest way.
struct Example {
  Example(const Problem& of, Init init) : problem(of) {
    a.resize(static_cast<std::size_t>(of.m * of.k));
    b.resize(static_cast<std::size_t>(of.n * of.k));
    matmul::fill(a.data(), of.m, MatrixFill(init, 11, Factor::a, of.k));
    matmul::fill(b.data(), of.n, MatrixFill(init, 11, Factor::b, of.k));
    for (std::int64_t row = 0; row < of.m; ++row) {
      for (std::int64_t column = 0; column < of.n; ++column) {
        double sum = 0;
        for (std::int64_t i = 0; i < of.k; ++i) {
          sum += static_cast<double>(matmul::half_to_float(a[static_cast<std::size_t>(row * of.k + i)])) *
                 static_cast<double>(matmul::half_to_float(b[static_cast<std::size_t>(column * of.k + i)]));
        }
        c.push_back(matmul::half_from_float(static_cast<float>(sum)));
      }
    }
  }

  Comparison compare(int threads) {
    return matmul::compare_with_reference({problem, a.data(), b.data(), c.data()}, tolerance, threads);
  }

  Problem problem;
  Tolerance tolerance{.relative = 0x1p-11, .absolute = 0x1p-25};  // one rounding to fp16
  std::vector<HalfBits> a;
  std::vector<HalfBits> b;
  std::vector<HalfBits> c;
};

}  // namespace

TEST_CASE("A right result passes over squares, ragged edges and single rows and columns") {
  for (const Problem& problem : {Problem{1, 1, 8}, Problem{64, 64, 64}, Problem{3, 5, 8}, Problem{13, 17, 72},
                                 Problem{1, 33, 16}, Problem{33, 1, 16}}) {
    INFO(problem.m << " x " << problem.n << " x " << problem.k);
    for (const Init init : {Init::uniform, Init::normal, Init::integer}) {
      for (const int threads : {1, 3}) {
        Example example(problem, init);
        const Comparison comparison = example.compare(threads);
        CHECK(comparison.passed());
        CHECK(comparison.elements == problem.m * problem.n);
      }
    }
  }
}

TEST_CASE("A single wrong element is found, wherever it stands") {
  const Problem problem{13, 17, 72};
  for (std::int64_t index = 0; index < problem.m * problem.n; ++index) {
    Example example(problem, Init::integer);
    HalfBits& element = example.c[static_cast<std::size_t>(index)];
    const float right = matmul::half_to_float(element);
    element = matmul::half_from_float(right + 1);
    const Comparison comparison = example.compare(2);
    REQUIRE(comparison.failures == 1);
    REQUIRE(comparison.first_failure == index);
    REQUIRE(comparison.first_value == right + 1);
    REQUIRE(comparison.first_reference == right);
  }
}

TEST_CASE("An element that nobody wrote fails") {
  Example example({9, 9, 16}, Init::uniform);
  example.c[40] = matmul::poison_bits;
  const Comparison comparison = example.compare(2);
  CHECK(comparison.failures == 1);
  CHECK(comparison.not_finite == 1);
  CHECK(comparison.first_failure == 40);
}
