/// \file
/// All that a program sees of a version: its name, its configurations, and how to launch one.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "problem.hpp"

struct CUstream_st;  // what a cudaStream_t points to

namespace matmul {

struct EmulationSession;

/// Where a launch goes: a stream of the GPU, a cudaStream_t, or a run of the emulator. A launch that is given the other
/// device's throws std::bad_variant_access.
using Stream = std::variant<CUstream_st*, EmulationSession*>;

/// One choice of a version's tunables.
struct Configuration {
  std::string name;             ///< by which a program selects it, like "2-stages"
  std::string why;              ///< what it is there to show, in a few words
  int block_m;                  ///< rows of C in a CTA's tile
  int block_n;                  ///< columns of C in a CTA's tile
  int block_k;                  ///< columns of A and B in a K-tile
  int num_stages = 1;           ///< K-tiles in shared memory
  int swizzle_size = 1;         ///< tile columns in a rasterization group; 1: plain 2D grid
  int num_consumer_groups = 1;  ///< warp groups that issue MMAs
  int num_threads;              ///< in a CTA
  int shared_bytes;             ///< dynamic shared memory of a CTA
  /// Enqueues the product of the operands; returns before it is done on a GPU.
  /// \throws InvalidInput for operands that the version can't take, DeviceError when the launch fails
  std::function<void(const Operands&, Stream)> launch;
};

/// One step of the tutorial.
struct Version {
  std::string name;                           ///< "v1" to "v4"
  std::string title;                          ///< what it adds, in a few words
  std::vector<Configuration> configurations;  ///< the default comes first
};

/// The configuration of that name.
/// \throws InvalidInput listing the names that exist
const Configuration& find_configuration(const Version& version, const std::string& name);

}  // namespace matmul
