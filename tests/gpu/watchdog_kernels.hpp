/// \file
/// Pipelines that are stuck for good.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace matmul_tests {

/// Where one thread of one CTA waits in vain.
inline constexpr unsigned stuck_block_x = 1;
inline constexpr unsigned stuck_block_y = 2;
inline constexpr unsigned stuck_thread = 37;

/// What stays away.
enum class Missing {
  load,     ///< a consumer waits for a stage that the producer does not fill: stage 1's full barrier, parity 1
  release,  ///< a producer waits for a stage that the consumer does not release: stage 0's empty barrier, parity 0
  bytes,    ///< the producer announces bytes that never come: stage 0's full barrier, parity 0
};

/// Runs a pipeline of two stages that gets stuck, and waits for its end.
/// \param barrier_address gets the shared address of the barrier that is waited on; reachable by host and device
/// \return what became of the kernel
cudaError_t run_stuck_pipeline(Missing missing, std::uint32_t* barrier_address);

}  // namespace matmul_tests
