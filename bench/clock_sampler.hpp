/// \file
/// Watching clock and power from a thread while the GPU works.
#pragma once

#include <mutex>
#include <optional>
#include <thread>

#include "bench/nvml.hpp"

namespace matmul {

/// Reads clock and power every millisecond of a round.
class ClockSampler {
 public:
  /// What was read in a round.
  struct Round {
    int readings = 0;
    std::optional<ClockSample> last;
  };

  /// \param nvml null: no readings; outlives the sampler
  explicit ClockSampler(const Nvml* nvml);
  ~ClockSampler();
  ClockSampler(const ClockSampler&) = delete;
  ClockSampler& operator=(const ClockSampler&) = delete;

  /// Begins a round.
  void begin_round();

  /// Ends the round and returns the readings that began and ended in it.
  Round end_round();

 private:
  void watch(const Nvml& nvml);

  std::mutex mutex_;  // guards all below but the thread
  bool stop_ = false;
  bool is_running_ = false;
  int rounds_ = 0;
  Round round_;
  std::thread thread_;
};

}  // namespace matmul
