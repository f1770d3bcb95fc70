/// \file
/// The ordered event log of one CTA.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "emulation.hpp"

namespace emulator {

/// Numbers the events of a CTA and keeps them.
class EventRecorder {
 public:
  /// The number of the next event; time in the log.
  std::int64_t now() const { return step_; }

  /// Adds an event that began at `since` (now() for an instant) and ends now.
  void add(std::int64_t since, std::string track, std::string name, int stage, int phase,
           std::int64_t pending_arrivals = -1, std::int64_t pending_bytes = -1) {
    events_.push_back({.step = since,
                       .duration = step_ - since,
                       .track = std::move(track),
                       .name = std::move(name),
                       .stage = stage,
                       .phase = phase,
                       .pending_arrivals = pending_arrivals,
                       .pending_bytes = pending_bytes});
    ++step_;
  }

  /// Hands the events over.
  std::vector<matmul::EmulationEvent> take() {
    std::stable_sort(events_.begin(), events_.end(),
                     [](const auto& left, const auto& right) { return left.step < right.step; });
    return std::move(events_);
  }

 private:
  std::int64_t step_ = 0;
  std::vector<matmul::EmulationEvent> events_;
};

}  // namespace emulator
