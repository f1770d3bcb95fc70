/// \file
/// Exchanging words among the four lanes of a quad.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <ptx/shuffle.cuh>

namespace hopper {

/// Transposes the 4 x 4 words that a quad of lanes holds: afterwards word i of lane q is what was word q of lane i.
///
/// All 32 threads of the warp call it together. Two exchanges do it: of 1 x 1 blocks between neighbours, then of 2 x 2
/// blocks between pairs.
__device__ __forceinline__ void quad_transpose(std::uint32_t (&words)[4]) {
  const bool is_odd = threadIdx.x % 2 == 1;
#pragma unroll
  for (int i = 0; i < 4; i += 2) {
    const std::uint32_t received = ptx::shuffle_xor(is_odd ? words[i] : words[i + 1], 1);
    words[i] = is_odd ? received : words[i];
    words[i + 1] = is_odd ? words[i + 1] : received;
  }
  const bool is_upper = threadIdx.x % 4 >= 2;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const std::uint32_t received = ptx::shuffle_xor(is_upper ? words[i] : words[i + 2], 2);
    words[i] = is_upper ? received : words[i];
    words[i + 2] = is_upper ? words[i + 2] : received;
  }
}

}  // namespace hopper
