/// \file
/// GPU memory that frees itself.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "device/cuda_check.hpp"
#include "errors.hpp"
#include "harness/gpu_info.hpp"

namespace matmul {

/// An array in GPU memory, uninitialised.
template <typename Element>
class GpuArray {
 public:
  /// \param count number of elements
  /// \throws DeviceError when the memory does not suffice, with what is free on which GPU
  explicit GpuArray(std::int64_t count) : count_(count) {
    void* memory = nullptr;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(Element);
    const cudaError_t error = cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
      static_cast<void>(cudaGetLastError());  // told here, and not once more by the next launch
      throw DeviceError(explain_full_gpu(static_cast<std::int64_t>(bytes)));
    }
    HOPPER_CHECK_CUDA(error);
    data_.reset(static_cast<Element*>(memory));
  }

  /// First element, in GPU memory.
  Element* data() const { return data_.get(); }
  /// Number of elements.
  std::int64_t size() const { return count_; }

 private:
  struct Free {
    // An error here was reported already by the call that caused it.
    void operator()(Element* memory) const { static_cast<void>(cudaFree(memory)); }
  };
  std::unique_ptr<Element, Free> data_;
  std::int64_t count_;
};

}  // namespace matmul
