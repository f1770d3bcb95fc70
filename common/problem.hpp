/// \file
/// The matrix product that every version computes, and what is demanded of its operands.
#pragma once

#include <cstdint>
#include <limits>

namespace matmul {

/// An fp16 value as its 16 bits, which is how host code passes matrices on without CUDA's headers.
using HalfBits = std::uint16_t;

/// C[m, n] = A[m, k] * B[n, k]^T; all row-major and contiguous.
struct Problem {
  std::int64_t m;  ///< rows of A and C
  std::int64_t n;  ///< rows of B, columns of C
  std::int64_t k;  ///< columns of A and B

  /// Floating-point operations: a multiplication and an addition for each of m * n * k terms.
  double flops() const { return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

/// The largest m, n or k: they and the tiles, which may reach beyond the matrix by less than 2^17, must fit the 32-bit
/// coordinates of TMA.
inline constexpr std::int64_t largest_extent = std::numeric_limits<std::int32_t>::max() - (1 << 17);

/// Checks that m and n are at least 1, that k is a positive multiple of 8 (TMA needs row pitches of 16 bytes), and that
/// none is beyond largest_extent.
/// \throws InvalidInput naming the value and the rule that it breaks
void validate(const Problem& problem);

/// The operands of a Problem, in the memory of the device that will compute it; 16-byte aligned.
struct Operands {
  Problem problem;    ///< the extents of the matrices
  const HalfBits* a;  ///< m x k
  const HalfBits* b;  ///< n x k
  HalfBits* c;        ///< m x n
};

/// Checks the problem and that each matrix is there and 16-byte aligned, as TMA and the versions' vector accesses need.
/// \throws InvalidInput naming the value and the rule that it breaks
void validate(const Operands& operands);

}  // namespace matmul
