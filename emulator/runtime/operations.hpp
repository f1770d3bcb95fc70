/// \file
/// mbarriers and the asynchronous operations of a CTA.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "device/tensor_map_request.hpp"
#include "runtime/hazard_log.hpp"
#include "runtime/thread.hpp"
#include "runtime/vector_clock.hpp"

namespace emulator {

/// A TMA load that was issued, for reports.
struct IssuedLoad {
  Time time = 0;        ///< the phase that it completes, counted from 1
  Pc pc = 0;            ///< where it was called
  int thread = 0;       ///< who issued it
  VectorClock known{};  ///< what that thread knew
  int row = 0;          ///< of the box
  int column = 0;       ///< of the box
};

/// One mbarrier.
struct Barrier {
  std::uint32_t address = 0;  ///< in shared memory
  std::string role;           ///< "full" or "empty"
  std::uint32_t count = 0;    ///< arrivals that a phase needs
  std::uint32_t pending = 0;  ///< arrivals that the current phase still needs
  std::int64_t bytes = 0;     ///< announced minus landed
  std::uint64_t phase = 0;    ///< phases completed

  Agent agent = 0;      ///< of the copies that complete here; its time is the phase that they complete, counted from 1
  VectorClock arrived;  ///< what arrivals and landings of the current phase released
  VectorClock completed;                                      ///< what all completed phases released
  std::deque<std::pair<std::uint64_t, VectorClock>> history;  ///< `completed` as of the end of recent phases
  std::vector<int> waiters;                                   ///< threads that are blocked on it
  std::deque<IssuedLoad> loads;                               ///< of recent phases

  int init_thread = 0;  ///< who initialised it
  Time init_time = 0;   ///< that thread's own time then
  Pc init_pc = 0;       ///< where

  std::int64_t balance = 0;      ///< announced minus issued bytes
  bool announced_first = false;  ///< whether this phase's bytes were announced before the first load
  std::string announcer;         ///< who made the last announcement
  Pc last_announcement = 0;      ///< where bytes were last announced
  Pc last_load = 0;              ///< where a load on it was last issued
};

/// A TMA load that has been issued and has not landed.
struct Copy {
  matmul::TensorMapRequest map{};     ///< matrix, box and swizzle
  std::uint32_t destination = 0;      ///< in shared memory
  std::uint32_t barrier_address = 0;  ///< of the barrier that it completes on
  int column = 0;                     ///< of the box, in elements
  int row = 0;                        ///< of the box
  std::int64_t issued_step = 0;       ///< when, in the event log
  bool drops_data = false;            ///< can't be carried out: only its bytes are credited
};

/// One mma_async of a warp group.
struct Mma {
  int n = 0;                                           ///< columns of D
  std::uint64_t a = 0;                                 ///< descriptor of A
  std::uint64_t b = 0;                                 ///< descriptor of B
  bool accumulate = true;                              ///< whether D is added to
  int arrived = 0;                                     ///< threads that have issued it
  int unchanged = 0;                                   ///< of those: whose clock is as it was at the mma_async before
  std::array<float*, warp_group_threads> registers{};  ///< each thread's accumulator
  std::shared_ptr<VectorClock> known_by_all;           ///< to all threads that have issued it
  Pc pc = 0;                                           ///< where it was called
  int stage = -1;                                      ///< of the operands; -1 if unknown
  bool mismatch_reported = false;                      ///< whether differing threads were reported already
  std::int64_t issued_step = 0;                        ///< when, in the event log
};

/// The tensor cores of one warp group; they execute in order.
struct TensorCores {
  Agent agent = 0;             ///< whose time is the number of the last mma_async executed
  std::deque<Mma> queue;       ///< issued by at least one thread, not executed
  std::uint64_t executed = 0;  ///< mma_async executed
  /// Number of the mma_async at the head of the queue.
  std::uint64_t first_queued() const { return executed + 1; }
  std::array<std::uint64_t, warp_group_threads>
      last_clock_version{};                 ///< each thread's clock version at its last mma_async
  std::shared_ptr<VectorClock> last_known;  ///< what all threads knew at the last mma_async
  std::vector<int> waiters;                 ///< threads that are blocked on it
};

}  // namespace emulator
