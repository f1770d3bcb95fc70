/// \file
/// The ring of stages between a producer and its consumers.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <device/mbarrier_wait.cuh>
#include <ptx/fence.cuh>
#include <ptx/mbarrier.cuh>

namespace hopper {

/// Parity of the producer's first wait on every empty barrier: "the phase before phase 0 is complete", so it passes at
/// once, because a fresh stage is empty.
inline constexpr std::uint32_t producer_initial_phase = 1;
/// Parity of the consumers' first wait on every full barrier: phase 0, which the first load completes.
inline constexpr std::uint32_t consumer_initial_phase = 0;

/// The barriers of a Pipeline; lives in shared memory.
template <int num_stages>
struct PipelineBarriers {
  ptx::FullBarrier full[num_stages];    ///< completes when the producer has filled the stage
  ptx::EmptyBarrier empty[num_stages];  ///< completes when the consumers have drained the stage
};

/// How many arrivals complete one phase of the barriers of a Pipeline.
struct PipelineArrivals {
  std::uint32_t producer_arrivals;  ///< on a full barrier, beside the bytes that are announced
  std::uint32_t consumer_arrivals;  ///< on an empty barrier
};

/// A ring of `num_stages` stages, each with a full and an empty barrier.
///
/// Each thread holds its own place in the ring: a stage and, for each role, one phase that flips whenever the stage
/// wraps around to 0. A thread uses either the producer's functions or the consumer's.
///
/// | step | producer | consumer |
/// |---|---|---|
/// | wait for the stage | producer_acquire(): until it is empty | consumer_acquire(): until it is full |
/// | signal | arrive on producer_barrier(), with the bytes to come | arrive on consumer_barrier() |
/// | go to the next stage | producer_advance() | consumer_advance() |
/// \tparam num_stages 1 or more
template <int num_stages>
class Pipeline {
 public:
  static_assert(num_stages >= 1);

  /// Initialises the barriers; every thread of the CTA must construct the pipeline, with the same arguments.
  __device__ __forceinline__ Pipeline(PipelineBarriers<num_stages>& barriers, PipelineArrivals arrivals)
      : barriers_(barriers) {
    if (threadIdx.x == 0) {
      for (int stage = 0; stage < num_stages; ++stage) {
        ptx::mbarrier_init(barriers.full[stage], arrivals.producer_arrivals);
        ptx::mbarrier_init(barriers.empty[stage], arrivals.consumer_arrivals);
      }
      ptx::fence_mbarrier_init();
    }
    __syncthreads();
  }

  /// Waits until the producer's current stage is empty.
  __device__ __forceinline__ void producer_acquire() {
    mbarrier_wait_parity(barriers_.empty[producer_stage_], producer_phase_);
  }
  /// The full barrier of the producer's current stage.
  __device__ __forceinline__ ptx::FullBarrier& producer_barrier() { return barriers_.full[producer_stage_]; }
  /// The stage that the producer is at.
  __device__ __forceinline__ int producer_stage() const { return producer_stage_; }
  /// Moves the producer to the next stage.
  __device__ __forceinline__ void producer_advance() { advance(producer_stage_, producer_phase_); }

  /// Waits until the consumer's current stage is full.
  __device__ __forceinline__ void consumer_acquire() {
    mbarrier_wait_parity(barriers_.full[consumer_stage_], consumer_phase_);
  }
  /// The empty barrier of the consumer's current stage.
  __device__ __forceinline__ ptx::EmptyBarrier& consumer_barrier() { return barriers_.empty[consumer_stage_]; }
  /// The stage that the consumer is at.
  __device__ __forceinline__ int consumer_stage() const { return consumer_stage_; }
  /// Moves the consumer to the next stage.
  __device__ __forceinline__ void consumer_advance() { advance(consumer_stage_, consumer_phase_); }

 private:
  static __device__ __forceinline__ void advance(int& stage, std::uint32_t& phase) {
    ++stage;
    if (stage == num_stages) {
      stage = 0;
      phase ^= 1;
    }
  }

 protected:
  PipelineBarriers<num_stages>& barriers_;                 ///< of all stages
  int producer_stage_ = 0;                                 ///< where the producer is
  int consumer_stage_ = 0;                                 ///< where the consumer is
  std::uint32_t producer_phase_ = producer_initial_phase;  ///< parity of the producer's next wait
  std::uint32_t consumer_phase_ = consumer_initial_phase;  ///< parity of the consumer's next wait
};

}  // namespace hopper
