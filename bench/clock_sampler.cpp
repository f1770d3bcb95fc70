#include "bench/clock_sampler.hpp"

#include <chrono>

namespace matmul {

ClockSampler::ClockSampler(const Nvml* nvml) {
  if (nvml != nullptr) {
    thread_ = std::thread([this, nvml] { watch(*nvml); });
  }
}

ClockSampler::~ClockSampler() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  if (thread_.joinable()) {
    thread_.join();
  }
}

void ClockSampler::begin_round() {
  const std::lock_guard lock(mutex_);
  is_running_ = true;
  ++rounds_;
  round_ = {};
}

ClockSampler::Round ClockSampler::end_round() {
  const std::lock_guard lock(mutex_);
  is_running_ = false;
  return round_;
}

void ClockSampler::watch(const Nvml& nvml) {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    const bool was_running = is_running_;
    const int round = rounds_;
    lock.unlock();
    const auto sample = was_running ? nvml.sample() : std::nullopt;
    lock.lock();
    if (sample && is_running_ && rounds_ == round) {
      round_.last = sample;
      ++round_.readings;
    }
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lock.lock();
  }
}

}  // namespace matmul
