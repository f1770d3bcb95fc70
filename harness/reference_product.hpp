/// \file
/// The product in double precision on the CPU.
#pragma once

#include "harness/comparison.hpp"
#include "problem.hpp"

namespace matmul {

/// Compares C with the product of A and B, all in host memory, whose sums are taken in double precision: products of
/// fp16 values are exact there, and a sum of k of them is off by less than k * 2^-53 of the sum of their magnitudes.
/// \param threads CPU threads to use, at least 1
Comparison compare_with_reference(const Operands& operands, const Tolerance& tolerance, int threads);

}  // namespace matmul
