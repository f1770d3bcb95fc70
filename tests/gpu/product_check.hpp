/// \file
/// One problem's operands and reference on the GPU, and the check of a configuration against it.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "harness/comparison.hpp"
#include "harness/cublas_product.hpp"
#include "harness/gpu_memory.hpp"
#include "harness/operand_fill.hpp"
#include "version.hpp"

namespace matmul_tests {

/// A stream that does not wait for the default one, so that work that went astray is not in order by accident.
class IndependentStream {
 public:
  IndependentStream();
  ~IndependentStream();
  IndependentStream(const IndependentStream&) = delete;
  IndependentStream& operator=(const IndependentStream&) = delete;

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// A, B and cuBLAS's C of one problem, and room for the C that is checked, between two guard regions.
class ProductCheck {
 public:
  /// Fills the operands and computes the reference.
  ProductCheck(const matmul::Problem& problem, matmul::Init init, const matmul::CublasProduct& cublas,
               const IndependentStream& stream);

  /// Poisons C and its guards, launches, and compares.
  /// \return what is wrong, in words; empty when every element is within the tolerance and the guards are untouched
  std::string find_fault(const matmul::Configuration& configuration);

  /// The operands that find_fault() launches with.
  matmul::Operands operands() const;

 private:
  std::string find_written_guard() const;

  matmul::Problem problem_;
  matmul::Init init_;
  cudaStream_t stream_;
  matmul::GpuArray<matmul::HalfBits> a_;
  matmul::GpuArray<matmul::HalfBits> b_;
  matmul::GpuArray<matmul::HalfBits> reference_;
  matmul::GpuArray<matmul::HalfBits> guarded_c_;
};

/// Elements in each of the two guard regions: more than a tile of 256 columns that starts at C's last row would cover
/// of a narrow C.
inline constexpr std::int64_t guard_elements = 1 << 16;

}  // namespace matmul_tests
