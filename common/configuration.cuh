/// \file
/// From a version's compile-time configuration to the description that programs see.
#pragma once

#include <cuda_fp16.h>

#include <device/launch.cuh>
#include <string>

#include "matrix.cuh"
#include "problem.hpp"
#include "version.hpp"

namespace hopper {

/// Describes `Config` under `name`. A tunable that `Config` lacks, because its kernel has no use for it, is 1.
/// \tparam Storage the version's shared storage for this configuration
/// \tparam launch enqueues the version's kernel for this configuration
template <typename Config, typename Storage, void (*launch)(const matmul::Operands&, matmul::Stream)>
matmul::Configuration describe_configuration(std::string name, std::string why) {
  matmul::Configuration described{.name = std::move(name),
                                  .why = std::move(why),
                                  .block_m = Config::block_m,
                                  .block_n = Config::block_n,
                                  .block_k = Config::block_k,
                                  .num_threads = Config::num_threads,
                                  .shared_bytes = static_cast<int>(sizeof(Storage)),
                                  .launch = launch};
  if constexpr (requires { Config::num_stages; }) {
    described.num_stages = Config::num_stages;
  }
  if constexpr (requires { Config::swizzle_size; }) {
    described.swizzle_size = Config::swizzle_size;
  }
  if constexpr (requires { Config::num_consumer_groups; }) {
    described.num_consumer_groups = Config::num_consumer_groups;
  }
  return described;
}

/// A problem's extents as kernels count them.
struct Extents {
  int m;  ///< rows of A and C
  int n;  ///< rows of B, columns of C
  int k;  ///< columns of A and B
};

/// The checked extents of `operands`.
/// \throws matmul::InvalidInput when the operands break a rule
inline Extents extents(const matmul::Operands& operands) {
  matmul::validate(operands);
  return {static_cast<int>(operands.problem.m), static_cast<int>(operands.problem.n),
          static_cast<int>(operands.problem.k)};
}

/// A and B of `operands` as the kernel sees them.
inline const half* as_half(const matmul::HalfBits* bits) { return reinterpret_cast<const half*>(bits); }

/// C of `operands` as the kernel sees it.
inline Matrix<half> output_matrix(const matmul::Operands& operands) {
  return {reinterpret_cast<half*>(operands.c), static_cast<int>(operands.problem.m),
          static_cast<int>(operands.problem.n)};
}

}  // namespace hopper
