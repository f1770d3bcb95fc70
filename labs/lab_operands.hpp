/// \file
/// What one run of a lab multiplies, in host memory.
#pragma once

#include <cstdint>
#include <vector>

#include "half_bits.hpp"
#include "harness/comparison.hpp"
#include "harness/operand_fill.hpp"
#include "harness/reference_product.hpp"
#include "problem.hpp"

namespace matmul {

/// Integer-valued A and B by the seed, and a poisoned C.
struct LabOperands {
  LabOperands(const Problem& of, std::uint64_t seed)
      : problem(of),
        a(static_cast<std::size_t>(of.m * of.k)),
        b(static_cast<std::size_t>(of.n * of.k)),
        c(static_cast<std::size_t>(of.m * of.n), poison_bits) {
    fill(a.data(), of.m, MatrixFill(Init::integer, seed, Factor::a, of.k));
    fill(b.data(), of.n, MatrixFill(Init::integer, seed, Factor::b, of.k));
  }

  /// For a launch in the emulator.
  Operands operands() { return {problem, a.data(), b.data(), c.data()}; }

  /// Compares C with the exact product.
  Comparison compare() { return compare_with_reference(operands(), tolerance_for(Init::integer, problem.k), 1); }

  Problem problem;          ///< the extents
  std::vector<HalfBits> a;  ///< [m, k]
  std::vector<HalfBits> b;  ///< [n, k]
  std::vector<HalfBits> c;  ///< [m, n]
};

}  // namespace matmul
