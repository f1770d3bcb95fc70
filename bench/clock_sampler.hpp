/// \file
/// Watching clock and power from a thread while the GPU works.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "bench/nvml.hpp"

namespace matmul {

/// Samples every millisecond, each sample for the row that runs at that time.
class ClockSampler {
 public:
  /// \param nvml null: no samples; outlives the sampler
  /// \param num_rows rows that can be running
  ClockSampler(const Nvml* nvml, std::size_t num_rows);
  ~ClockSampler();
  ClockSampler(const ClockSampler&) = delete;
  ClockSampler& operator=(const ClockSampler&) = delete;

  /// Says which row runs from now on; `none` between rows.
  void set_running(int row) { running_.store(row); }
  static constexpr int none = -1;

  /// Ends the sampling and returns the samples of each row.
  std::vector<std::vector<ClockSample>> finish();

 private:
  void watch(const Nvml& nvml);

  std::vector<std::vector<ClockSample>> samples_;
  std::atomic<int> running_ = none;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace matmul
