/// \file
/// One warp group's product of two small tiles, for every N that WGMMA has.
#pragma once

namespace matmul_tests {

/// d[64, n] = a[64, 64] * b[n, 64]^T, plus what d holds when `accumulate` is set; all row-major, reachable by the
/// device.
///
/// The operands are small integers, so that every step is exact. Returns when d is complete.
/// \param n a multiple of 8 from 8 to 256
void multiply_with_wgmma(int n, const int* a, const int* b, float* d, bool accumulate);

}  // namespace matmul_tests
