/// \file
/// Filling matrices in GPU memory and comparing them there.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "harness/comparison.hpp"
#include "harness/operand_fill.hpp"
#include "problem.hpp"

namespace matmul {

/// Enqueues the filling of a matrix of `rows` rows; the same values as fill() on the host.
/// \throws DeviceError when the launch fails
void fill_on_gpu(HalfBits* matrix, std::int64_t rows, const MatrixFill& values, cudaStream_t stream = nullptr);

/// Enqueues the filling of `count` elements with poison_bits.
/// \throws DeviceError when the call fails
void poison_on_gpu(HalfBits* matrix, std::int64_t count, cudaStream_t stream = nullptr);

/// Compares `count` elements in GPU memory with their references there, and waits for the outcome.
/// \throws DeviceError when that, or anything enqueued before it, fails
Comparison compare_on_gpu(const HalfBits* values, const HalfBits* references, std::int64_t count,
                          const Tolerance& tolerance, cudaStream_t stream = nullptr);

}  // namespace matmul
