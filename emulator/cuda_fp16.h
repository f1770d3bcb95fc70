/// \file
/// The part of CUDA's half precision that the kernels use.
///
/// Stands in front of the toolkit's header of the same name on the emulator's include path.
#pragma once

#include <cuda_runtime.h>

#include "runtime/half.hpp"

using half = emulator::half;
using half2 = emulator::half2;
using emulator::__float2half_rn;
using emulator::__floats2half2_rn;
using emulator::__half2float;
using emulator::__high2half;
using emulator::__low2half;
