/// \file
/// Integer arithmetic that host and device share.
#pragma once

#include <cuda_runtime.h>

namespace hopper {

/// `value` / `divisor`, rounded up; `value` >= 0, `divisor` >= 1, and no overflow for any such pair.
__host__ __device__ constexpr int ceil_div(int value, int divisor) {
  return value / divisor + (value % divisor != 0 ? 1 : 0);
}

}  // namespace hopper
