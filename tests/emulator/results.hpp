/// \file
/// The results that the emulator and a GPU must agree on in every bit: of every version and configuration on integer
/// operands, over a table of shapes, as one line of text each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "problem.hpp"
#include "version.hpp"

namespace matmul_tests {

/// Seed of the operands.
inline constexpr std::uint64_t results_seed = 2024;

/// Ragged in every dimension, K of one step, shorter and longer than the rings.
const std::vector<matmul::Problem>& results_shapes();

/// Computes C on poisoned memory.
using ComputeResult =
    std::function<std::vector<matmul::HalfBits>(const matmul::Configuration&, const matmul::Problem&)>;

/// A line like "v4 2-stages 129 257 200 9ae16a3b2f90404f": version, configuration, m, n, k, and the 64-bit FNV-1a hash
/// of C's bytes, for every configuration and shape.
std::vector<std::string> results(const std::vector<const matmul::Version*>& versions, const ComputeResult& compute);

}  // namespace matmul_tests
