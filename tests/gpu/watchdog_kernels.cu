#include "watchdog_kernels.hpp"

#include <cuda_runtime.h>

#include <device/launch.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>

#include "pipeline.cuh"

namespace matmul_tests {
namespace {

namespace ptx = hopper::ptx;

__global__ void stuck_pipeline(Missing missing, std::uint32_t* barrier_address) {
  auto& barriers = ptx::dynamic_shared_memory<hopper::PipelineBarriers<2>>();
  hopper::Pipeline<2> pipeline(barriers, {.producer_arrivals = 1, .consumer_arrivals = 1});
  if (blockIdx.x != stuck_block_x || blockIdx.y != stuck_block_y || threadIdx.x != stuck_thread) {
    return;
  }
  const auto note = [&](const void* barrier) {
    *barrier_address = ptx::shared_address(barrier);
    __threadfence_system();
  };
  if (missing == Missing::load) {
    // Three loads for four turns: the fourth is stage 1 for the second time.
    note(&barriers.full[1]);
    for (int turn = 0; turn < 4; ++turn) {
      if (turn < 3) {
        ptx::mbarrier_arrive(barriers.full[turn % 2]);
      }
      pipeline.consumer_acquire();
      pipeline.consumer_advance();
    }
  } else if (missing == Missing::release) {
    note(&barriers.empty[0]);
    for (int turn = 0; turn < 3; ++turn) {
      pipeline.producer_acquire();
      ptx::mbarrier_arrive(pipeline.producer_barrier());
      pipeline.producer_advance();
    }
  } else {
    note(&barriers.full[0]);
    ptx::mbarrier_arrive_expect_tx(barriers.full[0], 16);
    pipeline.consumer_acquire();
  }
}

}  // namespace

cudaError_t run_stuck_pipeline(Missing missing, std::uint32_t* barrier_address) {
  hopper::launch_kernel(stuck_pipeline, {dim3(2, 3), 64, static_cast<int>(sizeof(hopper::PipelineBarriers<2>))},
                        cudaStream_t{}, missing, barrier_address);
  return cudaDeviceSynchronize();
}

}  // namespace matmul_tests
