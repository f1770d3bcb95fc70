/// \file
/// Where the four versions announce themselves.
///
/// Each is compiled for the GPU by nvcc and for the CPU by the emulator's build, which renames namespace hopper to
/// hopper_emulated so that both can be part of one program.
#pragma once

#include "version.hpp"

namespace hopper {

const matmul::Version& v1_version();
const matmul::Version& v2_version();
const matmul::Version& v3_version();
const matmul::Version& v4_version();

}  // namespace hopper
