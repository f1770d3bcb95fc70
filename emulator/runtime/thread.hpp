/// \file
/// One CUDA thread: its fiber, its clock and what it has in flight.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/builtins.hpp"
#include "runtime/hazard_log.hpp"
#include "runtime/vector_clock.hpp"

namespace emulator {

/// Threads in a warp.
inline constexpr int warp_threads = 32;
/// Threads in a warp group.
inline constexpr int warp_group_threads = 128;

/// The accumulator registers that one mma_async names in one thread.
struct AccumulatorRange {
  const float* registers = nullptr;  ///< the first of them
  std::size_t bytes = 0;             ///< how many bytes they take
  bool touched_since_fence = false;  ///< by an ordinary instruction
  std::uint64_t last_mma = 0;        ///< number of the last mma_async that writes it, counted from 1
  Pc last_mma_pc = 0;                ///< where that was called
};

/// What a blocked thread waits for.
struct Waiting {
  /// What kind of thing.
  enum class For { nothing, barrier, sync_threads, shuffle, wgmma, never };
  For what = For::nothing;            ///< what it waits for
  Pc pc = 0;                          ///< where it waits
  std::uint32_t barrier_address = 0;  ///< of the mbarrier
  std::uint64_t phase = 0;            ///< of the mbarrier, counted from 0
  std::uint64_t mma = 0;              ///< number of the mma_async
};

/// One CUDA thread of the running CTA.
struct Thread {
  int number = 0;                   ///< threadIdx.x
  boost::context::fiber fiber;      ///< the thread's own execution, while it is suspended
  boost::context::fiber scheduler;  ///< where to go back to when it blocks
  bool runnable = true;             ///< whether it is queued to run
  bool exited = false;              ///< whether it has returned from the kernel
  std::exception_ptr error;         ///< what ended it instead, like the computer's memory
  Waiting waiting;                  ///< while it is blocked

  VectorClock clock;                      ///< what it knows
  std::uint64_t clock_version = 0;        ///< counts the clock's changes
  std::vector<Time> proxy_fences;         ///< own times right after each fence.proxy.async
  std::vector<Time> barrier_init_fences;  ///< own times right after each fence that publishes barriers
  std::map<std::uint32_t, std::int64_t> last_waited_phase;  ///< by barrier address

  std::pair<std::uint32_t, std::int64_t> asked{0, -1};  ///< barrier and phase that it has asked for without a yes
  int asked_in_vain = 0;                                ///< how often, since it was last told yes

  std::uint64_t fences = 0;                    ///< wgmma.fence executed
  std::uint64_t mmas = 0;                      ///< mma_async issued
  std::vector<std::uint64_t> mmas_by_time{0};  ///< how many it had issued at the end of each of its own times
  std::uint64_t committed_mmas = 0;            ///< number of the last mma_async of its last group
  std::uint64_t retired_mmas = 0;              ///< number of the last mma_async that it has waited for
  std::uint64_t uncommitted_at_wait = 0;       ///< number of the last mma_async without a group at a wgmma.wait_group
  std::vector<std::uint64_t> groups;           ///< number of the last mma_async of each committed group
  std::vector<AccumulatorRange> accumulators;  ///< that its mma_async have named

  std::uint32_t shuffled_value = 0;  ///< what it brought to the shuffle that it waits at, then what it got
  int shuffle_source = 0;            ///< number of the thread that it wants the value of

  /// Its warp in the CTA.
  int warp() const { return number / warp_threads; }
  /// Its warp group in the CTA.
  int warp_group() const { return number / warp_group_threads; }
};

}  // namespace emulator
