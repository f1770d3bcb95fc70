/// \file
/// The 128-byte swizzle: where a 16-byte chunk of a tile lies in shared memory.
#pragma once

#include <cuda_runtime.h>

namespace hopper {

/// Bytes in one row of a tile in the 128-byte swizzle: 64 fp16 values.
inline constexpr int swizzle_row_bytes = 128;
/// Bytes that the swizzle moves as one piece: 8 fp16 values.
inline constexpr int swizzle_chunk_bytes = 16;
/// Rows after which the pattern repeats; 8 rows of 128 bytes are one 1024-byte atom.
inline constexpr int swizzle_rows = 8;

/// Byte offset, in a tile of 128-byte rows, of the 16-byte chunk `chunk` (0 to 7) of row `row`.
///
/// The chunk's index is XORed with the row's index modulo 8, so that the same chunk of 8 neighbouring rows lies in 8
/// different groups of banks. The tile must start on a 1024-byte boundary.
/// PTX ISA: "Tensors: swizzling modes", 128-byte mode.
__host__ __device__ constexpr int swizzle_128b(int row, int chunk) {
  return row * swizzle_row_bytes + ((chunk ^ (row % swizzle_rows)) * swizzle_chunk_bytes);
}

}  // namespace hopper
