#include "bench/clock_sampler.hpp"

#include <chrono>

namespace matmul {

ClockSampler::ClockSampler(const Nvml* nvml, std::size_t num_rows) : samples_(num_rows) {
  if (nvml != nullptr) {
    thread_ = std::thread([this, nvml] { watch(*nvml); });
  }
}

ClockSampler::~ClockSampler() { finish(); }

std::vector<std::vector<ClockSample>> ClockSampler::finish() {
  stop_.store(true);
  if (thread_.joinable()) {
    thread_.join();
  }
  return std::move(samples_);
}

void ClockSampler::watch(const Nvml& nvml) {
  while (!stop_.load()) {
    const int before = running_.load();
    const auto sample = before == none ? std::nullopt : nvml.sample();
    if (sample && running_.load() == before) {
      samples_[static_cast<std::size_t>(before)].push_back(*sample);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace matmul
