/// \file
/// What a tensor map is asked to describe, and the rules that the driver holds it to.
#pragma once

#include <cstdint>
#include <string>

namespace matmul {

/// How a box lies in shared memory.
enum class Swizzle { none, bytes_32, bytes_64, bytes_128 };

/// Bytes that a row of a box may span at most in this mode; 0: no limit but the box's own.
constexpr int swizzle_span_bytes(Swizzle swizzle) {
  switch (swizzle) {
    case Swizzle::none: return 0;
    case Swizzle::bytes_32: return 32;
    case Swizzle::bytes_64: return 64;
    case Swizzle::bytes_128: return 128;
  }
  return 0;
}

/// A 2D row-major fp16 matrix in global memory and the box of it that one TMA copy moves.
struct TensorMapRequest {
  const void* address;                   ///< of the first element, in global memory
  std::int64_t rows;                     ///< of the matrix
  std::int64_t columns;                  ///< contiguous in memory; a row's pitch is columns * element_bytes
  int box_rows;                          ///< 1 to 256
  int box_columns;                       ///< 1 to 256
  Swizzle swizzle = Swizzle::bytes_128;  ///< of the box in shared memory
  int element_bytes = 2;                 ///< of one element: 2 for fp16
};

/// The request in words, for messages.
std::string describe(const TensorMapRequest& request);

/// Checks the documented rules of `cuTensorMapEncodeTiled` (CUDA Driver API, "Tensor Map Object Management"), which
/// itself only answers "invalid value".
/// \throws InvalidInput naming the value and the rule that it breaks
void validate(const TensorMapRequest& request);

}  // namespace matmul
