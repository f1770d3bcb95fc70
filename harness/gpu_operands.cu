#include <cuda_runtime.h>

#include <algorithm>
#include <bit>

#include "harness/gpu_memory.hpp"
#include "harness/gpu_operands.hpp"

namespace matmul {
namespace {

constexpr int block_threads = 256;

int grid_for(std::int64_t count) {
  constexpr std::int64_t enough_to_fill_a_gpu = 8192;
  return static_cast<int>(std::min((count + block_threads - 1) / block_threads, enough_to_fill_a_gpu));
}

__device__ std::int64_t first_index() {
  return static_cast<std::int64_t>(blockIdx.x) * block_threads + static_cast<std::int64_t>(threadIdx.x);
}

__device__ std::int64_t index_stride() { return static_cast<std::int64_t>(gridDim.x) * block_threads; }

__global__ void fill_kernel(HalfBits* matrix, std::int64_t count, MatrixFill values) {
  for (std::int64_t index = first_index(); index < count; index += index_stride()) {
    matrix[index] = values.value(index / values.columns(), index % values.columns());
  }
}

// What the threads of a comparison gather. Errors are kept as the bits of doubles, which order like the doubles
// themselves as long as these are not negative.
struct Gathered {
  unsigned long long failures;
  unsigned long long not_finite;
  unsigned long long max_absolute_error;
  unsigned long long max_relative_error;
  unsigned long long first_failure;
};

__device__ unsigned long long ordered_bits(double error) {
  return static_cast<unsigned long long>(__double_as_longlong(error));
}

__global__ void compare_kernel(const HalfBits* values, const HalfBits* references, std::int64_t count,
                               Tolerance tolerance, Gathered* gathered) {
  Gathered own{
      .failures = 0, .not_finite = 0, .max_absolute_error = 0, .max_relative_error = 0, .first_failure = ~0ull};
  for (std::int64_t index = first_index(); index < count; index += index_stride()) {
    const double value = half_to_float(values[index]);
    const double reference = half_to_float(references[index]);
    if (isfinite(value) && isfinite(reference)) {
      const double error = fabs(value - reference);
      own.max_absolute_error = max(own.max_absolute_error, ordered_bits(error));
      if (fabs(reference) >= smallest_reference_for_relative_error) {
        own.max_relative_error = max(own.max_relative_error, ordered_bits(error / fabs(reference)));
      }
    }
    if (!isfinite(value)) {
      ++own.not_finite;
    }
    if (!tolerance.allows(value, reference)) {
      ++own.failures;
      own.first_failure = min(own.first_failure, static_cast<unsigned long long>(index));
    }
  }
  atomicAdd(&gathered->failures, own.failures);
  atomicAdd(&gathered->not_finite, own.not_finite);
  atomicMax(&gathered->max_absolute_error, own.max_absolute_error);
  atomicMax(&gathered->max_relative_error, own.max_relative_error);
  atomicMin(&gathered->first_failure, own.first_failure);
}

template <typename Value>
Value copy_from_gpu(const Value* address) {
  Value value;
  HOPPER_CHECK_CUDA(cudaMemcpy(&value, address, sizeof(Value), cudaMemcpyDeviceToHost));
  return value;
}

}  // namespace

void fill_on_gpu(HalfBits* matrix, std::int64_t rows, const MatrixFill& values, cudaStream_t stream) {
  const std::int64_t count = rows * values.columns();
  fill_kernel<<<grid_for(count), block_threads, 0, stream>>>(matrix, count, values);
  HOPPER_CHECK_CUDA(cudaGetLastError());
}

void poison_on_gpu(HalfBits* matrix, std::int64_t count, cudaStream_t stream) {
  static_assert(poison_bits == 0xFFFF, "cudaMemset writes bytes, so both must be the same");
  HOPPER_CHECK_CUDA(cudaMemsetAsync(matrix, 0xFF, static_cast<std::size_t>(count) * sizeof(HalfBits), stream));
}

Comparison compare_on_gpu(const HalfBits* values, const HalfBits* references, std::int64_t count,
                          const Tolerance& tolerance, cudaStream_t stream) {
  const GpuArray<Gathered> gathered(1);
  HOPPER_CHECK_CUDA(cudaMemsetAsync(gathered.data(), 0, sizeof(Gathered), stream));
  HOPPER_CHECK_CUDA(cudaMemsetAsync(&gathered.data()->first_failure, 0xFF, sizeof(Gathered::first_failure), stream));
  compare_kernel<<<grid_for(count), block_threads, 0, stream>>>(values, references, count, tolerance, gathered.data());
  HOPPER_CHECK_CUDA(cudaGetLastError());
  HOPPER_CHECK_CUDA(cudaStreamSynchronize(stream));
  const Gathered outcome = copy_from_gpu(gathered.data());

  Comparison comparison{.elements = count,
                        .failures = static_cast<std::int64_t>(outcome.failures),
                        .not_finite = static_cast<std::int64_t>(outcome.not_finite),
                        .max_absolute_error = std::bit_cast<double>(outcome.max_absolute_error),
                        .max_relative_error = std::bit_cast<double>(outcome.max_relative_error)};
  if (comparison.failures > 0) {
    comparison.first_failure = static_cast<std::int64_t>(outcome.first_failure);
    comparison.first_value = half_to_float(copy_from_gpu(values + comparison.first_failure));
    comparison.first_reference = half_to_float(copy_from_gpu(references + comparison.first_failure));
  }
  return comparison;
}

}  // namespace matmul
