/// \file
/// A matrix in global memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper {

/// A row-major, contiguous matrix in global memory; owns nothing.
template <typename Element>
struct Matrix {
  Element* data;  ///< the first element
  int rows;       ///< number of rows
  int columns;    ///< number of columns, which is also the pitch of the rows in elements

  /// Address of an element; the offset is computed in 64 bits.
  __device__ __forceinline__ Element* at(int row, int column) const {
    return data + static_cast<std::int64_t>(row) * columns + column;
  }
};

}  // namespace hopper
