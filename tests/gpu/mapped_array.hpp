/// \file
/// A small array that host and device both reach, and that outlives a trapped kernel.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "device/cuda_check.hpp"

namespace matmul_tests {

/// Pinned host memory, mapped into the device's address space; all zero at first.
template <typename Element>
class MappedArray {
 public:
  /// \throws matmul::DeviceError when it can't be allocated
  explicit MappedArray(std::size_t size) : size_(size) {
    void* memory = nullptr;
    HOPPER_CHECK_CUDA(cudaHostAlloc(&memory, size * sizeof(Element), cudaHostAllocMapped));
    elements_.reset(static_cast<Element*>(memory));
    for (Element& element : *this) {
      element = Element{};
    }
  }

  Element* data() { return elements_.get(); }  ///< valid on host and device
  std::size_t size() const { return size_; }
  Element& operator[](std::size_t index) { return elements_.get()[index]; }
  Element* begin() { return data(); }
  Element* end() { return data() + size_; }

 private:
  struct Free {
    void operator()(Element* memory) const { static_cast<void>(cudaFreeHost(memory)); }
  };
  std::unique_ptr<Element, Free> elements_;
  std::size_t size_;
};

}  // namespace matmul_tests
