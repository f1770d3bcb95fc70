/// \file
/// Timing several pieces of GPU work against each other.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <vector>

namespace matmul {

/// Enqueues one execution of the work to be timed.
using GpuWork = std::function<void(cudaStream_t)>;

/// Times each contender `rounds` times, in turns (first, second, ..., first, second, ...), because a GPU's clock drifts
/// with its power and temperature: neighbours in time see the same clock. CUDA events stand between the executions; no
/// call waits until all are enqueued.
/// \param contenders what is timed; at least one
/// \param warmup rounds that are run first and not timed, 0 or more
/// \param rounds timed rounds, 1 or more
/// \return milliseconds[contender][round]
/// \throws DeviceError when anything enqueued fails
std::vector<std::vector<double>> time_in_turns(const std::vector<GpuWork>& contenders, int warmup, int rounds,
                                               cudaStream_t stream = nullptr);

}  // namespace matmul
