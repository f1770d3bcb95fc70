#include "barrier_kernels.hpp"

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <device/launch.cuh>
#include <device/tensor_map_encoder.cuh>
#include <ptx/elect.cuh>
#include <ptx/fence.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shuffle.cuh>
#include <ptx/tma.cuh>
#include <type_traits>

#include "device/cuda_check.hpp"
#include "pipeline.cuh"
#include "v4_pipeline/ablations.cuh"
#include "warp_group.cuh"

namespace matmul_tests {
namespace {

namespace ptx = hopper::ptx;
using ptx::WaitSemantics;

__device__ void delay(int milliseconds) {
  const std::uint64_t start = ptx::global_timer_nanoseconds();
  while (ptx::global_timer_nanoseconds() - start < static_cast<std::uint64_t>(milliseconds) * 1'000'000) {
  }
}

template <WaitSemantics semantics>
__global__ void phases(PhaseObservations* observations) {
  __shared__ ptx::FullBarrier barrier;
  ptx::mbarrier_init(barrier, 3);
  ptx::fence_mbarrier_init();
  const auto look = [](bool(&seen)[2]) {
    seen[0] = ptx::mbarrier_try_wait_parity<semantics>(barrier, 0);
    seen[1] = ptx::mbarrier_try_wait_parity<semantics>(barrier, 1);
  };
  look(observations->fresh);
  ptx::mbarrier_arrive(barrier);
  ptx::mbarrier_arrive(barrier);
  look(observations->one_missing);
  ptx::mbarrier_arrive(barrier);
  look(observations->first_complete);
  ptx::mbarrier_arrive(barrier);
  ptx::mbarrier_arrive(barrier);
  look(observations->second_unfinished);
  ptx::mbarrier_arrive(barrier);
  look(observations->second_complete);
}

constexpr int ring_stages = 3;

template <template <int> typename Ring>
__global__ void messages(int rounds, unsigned* wrong_values) {
  __shared__ hopper::PipelineBarriers<ring_stages> barriers;
  __shared__ volatile int slots[ring_stages][hopper::warp_group_threads];
  Ring<ring_stages> pipeline(
      barriers, {.producer_arrivals = hopper::warp_group_threads, .consumer_arrivals = hopper::warp_group_threads});
  const int thread = hopper::warp_group_thread();
  // A relaxed wait promises nothing about other memory; the fence behind it does.
  const auto order_accesses = [] {
    if constexpr (std::is_same_v<Ring<ring_stages>, hopper::v4::RelaxedWaits<ring_stages>>) {
      __threadfence_block();
    }
  };
  if (hopper::warp_group_index() == 0) {
    for (int round = 0; round < rounds; ++round) {
      pipeline.producer_acquire();
      order_accesses();
      slots[pipeline.producer_stage()][thread] = round * 1000 + thread;
      ptx::mbarrier_arrive(pipeline.producer_barrier());
      pipeline.producer_advance();
    }
  } else {
    unsigned wrong = 0;
    for (int round = 0; round < rounds; ++round) {
      pipeline.consumer_acquire();
      order_accesses();
      // Another thread's value, so that it can't have come through the reader's own registers.
      const int sender = (thread + 37) % hopper::warp_group_threads;
      wrong += slots[pipeline.consumer_stage()][sender] == round * 1000 + sender ? 0 : 1;
      ptx::mbarrier_arrive(pipeline.consumer_barrier());
      pipeline.consumer_advance();
    }
    atomicAdd(wrong_values, wrong);
  }
}

__global__ void late_arrival(int milliseconds, unsigned* passed) {
  __shared__ ptx::EmptyBarrier barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(barrier, 1);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    delay(milliseconds);
    ptx::mbarrier_arrive(barrier);
  } else if (threadIdx.x == 0) {
    hopper::mbarrier_wait_parity(barrier, 0);
    *passed = 1;
  }
}

__global__ void election(unsigned* elected, unsigned* wrong_uniform_values) {
  const int thread = static_cast<int>(threadIdx.x);
  if (ptx::elect_sync()) {
    atomicAdd(&elected[thread / 32], 1u);
  }
  if (ptx::warp_uniform(thread) != thread / 32 * 32) {
    atomicAdd(&wrong_uniform_values[thread / 32], 1u);
  }
}

struct Boxes {
  alignas(1024) std::uint16_t elements[2][box_rows][64];
  ptx::FullBarrier barrier;
};

__global__ void load(const __grid_constant__ ptx::TensorMap map, int column, int row, std::uint16_t* image,
                     unsigned* complete_after_one) {
  auto& boxes = ptx::dynamic_shared_memory<Boxes>();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(boxes.barrier, 1);
    ptx::fence_mbarrier_init();
    ptx::mbarrier_arrive_expect_tx(boxes.barrier, sizeof(boxes.elements));
    ptx::cp_async_bulk_tensor_2d(boxes.elements[0], map, column, row, boxes.barrier);
    delay(1);  // long enough for one small copy to land
    *complete_after_one = ptx::mbarrier_try_wait_parity(boxes.barrier, 0) ? 1 : 0;
    ptx::cp_async_bulk_tensor_2d(boxes.elements[1], map, column, row + box_rows, boxes.barrier);
    hopper::mbarrier_wait_parity(boxes.barrier, 0);
    const std::uint16_t* const elements = &boxes.elements[0][0][0];
    for (std::size_t i = 0; i < sizeof(boxes.elements) / sizeof(std::uint16_t); ++i) {
      image[i] = elements[i];
    }
  }
}

template <typename... Parameters, typename... Arguments>
void run(void (*kernel)(Parameters...), int threads, int shared_bytes, const Arguments&... arguments) {
  hopper::launch_kernel(kernel, {dim3(1), threads, shared_bytes}, cudaStream_t{}, arguments...);
  HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
}

}  // namespace

void observe_phases(Waits waits, PhaseObservations* observations) {
  run(waits == Waits::acquire ? phases<WaitSemantics::acquire> : phases<WaitSemantics::relaxed>, 1, 0, observations);
}

void pass_messages(Waits waits, int rounds, unsigned* wrong_values) {
  run(waits == Waits::acquire ? messages<hopper::Pipeline> : messages<hopper::v4::RelaxedWaits>,
      2 * hopper::warp_group_threads, 0, rounds, wrong_values);
}

void wait_for_late_arrival(int milliseconds, unsigned* passed) { run(late_arrival, 64, 0, milliseconds, passed); }

void elect(unsigned* elected, unsigned* wrong_uniform_values) { run(election, 128, 0, elected, wrong_uniform_values); }

void load_boxes(const matmul::TensorMapRequest& request, int column, int row, std::uint16_t* image,
                unsigned* complete_after_one) {
  run(load, 32, static_cast<int>(sizeof(Boxes)), hopper::encode_tensor_map(request), column, row, image,
      complete_after_one);
}

}  // namespace matmul_tests
