/// \file
/// CUDA's built-in types and variables, and the collective operations of a CTA's threads.
#pragma once

#include <cstdint>

namespace emulator {

/// CUDA's dim3.
struct dim3 {
  unsigned x = 1;  ///< extent along x
  unsigned y = 1;  ///< extent along y
  unsigned z = 1;  ///< extent along z
  /// Extents that are left out are 1.
  constexpr dim3(unsigned x_extent = 1, unsigned y_extent = 1, unsigned z_extent = 1)
      : x(x_extent), y(y_extent), z(z_extent) {}
};

/// CUDA's uint4: 16 bytes that are loaded and stored at once.
///
/// It is assigned as one vector, because compilers copy structures in ways that the memory hooks may not see.
struct alignas(16) uint4 {
  unsigned x;  ///< first word
  unsigned y;  ///< second word
  unsigned z;  ///< third word
  unsigned w;  ///< fourth word

  /// Indeterminate.
  uint4() = default;
  /// All four words.
  constexpr uint4(unsigned first, unsigned second, unsigned third, unsigned fourth)
      : x(first), y(second), z(third), w(fourth) {}
  /// Copies all four words.
  uint4(const uint4&) = default;
  /// Loads and stores all four words at once.
  [[gnu::always_inline]] uint4& operator=(const uint4& other) {
    typedef unsigned Vector __attribute__((vector_size(16), may_alias));
    *reinterpret_cast<Vector*>(this) = *reinterpret_cast<const Vector*>(&other);
    return *this;
  }
};

/// A position along the three axes of a grid or a CTA.
struct Index {
  unsigned x = 0;  ///< along x
  unsigned y = 0;  ///< along y
  unsigned z = 0;  ///< along z
};

/// threadIdx of the running thread.
Index thread_index();
/// blockIdx of the running thread.
Index block_index();
/// gridDim of the launch.
Index grid_extent();

/// `__syncthreads`: waits for every thread of the CTA that has not exited.
void sync_threads();
/// `__shfl_sync` and its kin with a full mask: what lane `lane` of the warp brought as its `value`; each thread names
/// the lane that it wants.
std::uint32_t shuffle(std::uint32_t value, int lane);
/// `elect.sync` with a full mask: true in one lane of the warp, which the seed chooses.
bool elect();

}  // namespace emulator
