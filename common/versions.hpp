/// \file
/// Where the four versions announce themselves.
///
/// Each is compiled for the GPU by nvcc and for the CPU by the emulator's build, which renames namespace hopper to
/// hopper_emulated so that both can be part of one program.
#pragma once

#include "version.hpp"

namespace hopper {

/// V1: the plain tiled loop, on the tensor cores.
const matmul::Version& v1_version();
/// V2: the copy engine loads the tiles.
const matmul::Version& v2_version();
/// V3: loading and computing in different warps.
const matmul::Version& v3_version();
/// V4: more independent MMA work.
const matmul::Version& v4_version();

}  // namespace hopper
