/// \file
/// The kernel that holds a stream.
#pragma once

#include <cuda_runtime_api.h>

namespace matmul {

/// States of a gate; the host opens it, and the kernel gives up after gate_seconds.
enum GateState : unsigned { gate_closed = 0, gate_open = 1, gate_gave_up = 2 };

/// Longest time that a gate stays closed.
inline constexpr double gate_seconds = 2;

/// Enqueues a kernel that ends when `*gate` is no longer gate_closed.
/// \param gate pinned host memory, as the GPU sees it
/// \throws DeviceError when the launch fails
void wait_at_gate(unsigned* gate, cudaStream_t stream);

}  // namespace matmul
