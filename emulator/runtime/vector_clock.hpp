/// \file
/// Vector clocks: what an agent knows of everybody's progress.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace emulator {

/// Whoever accesses memory: a thread, a warp group's tensor cores, or the TMA copies that complete on one barrier.
using Agent = std::uint16_t;
/// An agent's own progress; starts at 1 for threads and counts operations or phases for the others.
using Time = std::uint32_t;

/// For each agent the latest time that is known to have happened before.
class VectorClock {
 public:
  /// Knows nothing yet of any of the agents.
  explicit VectorClock(std::size_t agents = 0) : times_(agents, 0) {}

  /// What is known of `agent`.
  Time operator[](Agent agent) const { return times_[agent]; }
  /// The same, to change it.
  Time& operator[](Agent agent) { return times_[agent]; }

  /// Learns what `other` knows.
  void join(const VectorClock& other) { join_from(other, 0); }
  /// Learns what `other` knows of the agents from `first` on.
  void join_from(const VectorClock& other, std::size_t first) {
    for (std::size_t i = first; i < times_.size(); ++i) {
      times_[i] = std::max(times_[i], other.times_[i]);
    }
  }
  /// Keeps only what `other` knows as well.
  void meet(const VectorClock& other) {
    for (std::size_t i = 0; i < times_.size(); ++i) {
      times_[i] = std::min(times_[i], other.times_[i]);
    }
  }
  /// Forgets everything.
  void clear() { std::fill(times_.begin(), times_.end(), 0); }

 private:
  std::vector<Time> times_;
};

}  // namespace emulator
