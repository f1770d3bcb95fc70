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

#include "runtime/hazard_log.hpp"
#include "runtime/thread.hpp"
#include "runtime/vector_clock.hpp"
#include "tensor_map_request.hpp"

namespace emulator {

/// One mbarrier.
struct Barrier {
  std::uint32_t address = 0;
  std::string role;
  std::uint32_t count = 0;    ///< arrivals that a phase needs
  std::uint32_t pending = 0;  ///< arrivals that the current phase still needs
  std::int64_t bytes = 0;     ///< announced minus landed
  std::uint64_t phase = 0;    ///< phases completed

  Agent agent = 0;      ///< of the copies that complete here; its time is the phase that they complete, counted from 1
  VectorClock arrived;  ///< what arrivals and landings of the current phase released
  VectorClock completed;                                      ///< what all completed phases released
  std::deque<std::pair<std::uint64_t, VectorClock>> history;  ///< `completed` as of the end of recent phases
  std::vector<int> waiters;

  int init_thread = 0;
  Time init_time = 0;
  Pc init_pc = 0;

  std::int64_t balance = 0;  ///< announced minus issued bytes
  bool announced_first = false;
  Pc last_announcement = 0;
  Pc last_load = 0;
};

/// A TMA load that has been issued and has not landed.
struct Copy {
  matmul::TensorMapRequest map{};
  std::uint32_t destination = 0;
  std::uint32_t barrier_address = 0;
  int column = 0;
  int row = 0;
  VectorClock issued{};
  std::int64_t issued_step = 0;
};

/// One mma_async of a warp group.
struct Mma {
  int n = 0;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  bool accumulate = true;
  int arrived = 0;    ///< threads that have issued it
  int unchanged = 0;  ///< of those: whose clock is as it was at the mma_async before
  std::array<float*, warp_group_threads> registers{};
  std::shared_ptr<VectorClock> known_by_all;  ///< to all threads that have issued it
  Pc pc = 0;
  int stage = -1;
  bool mismatch_reported = false;
  std::int64_t issued_step = 0;
};

/// The tensor cores of one warp group; they execute in order.
struct TensorCores {
  Agent agent = 0;
  std::deque<Mma> queue;       ///< issued by at least one thread, not executed
  std::uint64_t executed = 0;  ///< mma_async executed
  std::uint64_t first_queued() const { return executed + 1; }
  std::array<std::uint64_t, warp_group_threads> last_clock_version{};
  std::shared_ptr<VectorClock> last_known;
  std::vector<int> waiters;
};

}  // namespace emulator
