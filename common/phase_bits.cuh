/// \file
/// One phase bit for every stage of a ring.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper {

/// The parity that the next wait on each stage's barrier is for; up to 32 stages in one register.
class PhaseBits {
 public:
  /// \param initial_phase 0 or 1: the parity that every stage starts with
  __device__ __forceinline__ explicit PhaseBits(std::uint32_t initial_phase) : bits_(initial_phase == 0 ? 0u : ~0u) {}

  /// The parity to wait for on `stage`.
  __device__ __forceinline__ std::uint32_t operator[](int stage) const { return (bits_ >> stage) & 1u; }

  /// To call after the wait on `stage`: its next wait is for the other parity.
  __device__ __forceinline__ void flip(int stage) { bits_ ^= 1u << stage; }

 private:
  std::uint32_t bits_;
};

}  // namespace hopper
