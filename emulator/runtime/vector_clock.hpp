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

/// For each agent the latest time that is known to have happened before. Grows with the agents that it hears of.
class VectorClock {
 public:
  /// Knows nothing yet of any of the agents, of which `agents` are expected.
  explicit VectorClock(std::size_t agents = 0) : times_(agents, 0) {}

  /// What is known of `agent`.
  Time operator[](Agent agent) const { return agent < times_.size() ? times_[agent] : 0; }
  /// The same, to change it.
  Time& operator[](Agent agent) {
    if (agent >= times_.size()) {
      times_.resize(agent + std::size_t{1}, 0);
    }
    return times_[agent];
  }

  /// Learns what `other` knows.
  void join(const VectorClock& other) { join_from(other, 0); }
  /// Learns what `other` knows of the agents from `first` on.
  void join_from(const VectorClock& other, std::size_t first) {
    times_.resize(std::max(times_.size(), other.times_.size()), 0);
    for (std::size_t i = first; i < other.times_.size(); ++i) {
      times_[i] = std::max(times_[i], other.times_[i]);
    }
  }
  /// Keeps only what `other` knows as well.
  void meet(const VectorClock& other) {
    times_.resize(std::min(times_.size(), other.times_.size()));
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
