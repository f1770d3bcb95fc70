/// \file
/// Pipelines to measure V4's against: each leaves out one thing that V4 does.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <device/mbarrier_wait.cuh>
#include <ptx/mbarrier.cuh>

#include "pipeline.cuh"
#include "warp_group.cuh"

namespace hopper::v4 {

/// All 128 threads of a consumer group release a stage, where V4 lets the first of them speak for the group.
template <int num_stages>
struct EveryThreadArrives : Pipeline<num_stages> {
  __device__ __forceinline__ EveryThreadArrives(PipelineBarriers<num_stages>& barriers, PipelineArrivals arrivals)
      : Pipeline<num_stages>(barriers, {.producer_arrivals = arrivals.producer_arrivals,
                                        .consumer_arrivals = arrivals.consumer_arrivals * warp_group_threads}) {}

  /// Moves the consumer to the next stage, after the arrivals of the threads that the kernel left out.
  __device__ __forceinline__ void consumer_advance() {
    if (warp_group_thread() != 0) {
      ptx::mbarrier_arrive(this->consumer_barrier());
    }
    Pipeline<num_stages>::consumer_advance();
  }
};

/// Waits without acquire semantics.
template <int num_stages>
struct RelaxedWaits : Pipeline<num_stages> {
  using Pipeline<num_stages>::Pipeline;

  /// Waits until the producer's current stage is empty.
  __device__ __forceinline__ void producer_acquire() {
    mbarrier_wait_parity<ptx::WaitSemantics::relaxed>(this->barriers_.empty[this->producer_stage_],
                                                      this->producer_phase_);
  }
  /// Waits until the consumer's current stage is full.
  __device__ __forceinline__ void consumer_acquire() {
    mbarrier_wait_parity<ptx::WaitSemantics::relaxed>(this->barriers_.full[this->consumer_stage_],
                                                      this->consumer_phase_);
  }
};

}  // namespace hopper::v4
