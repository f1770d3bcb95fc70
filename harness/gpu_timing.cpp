#include "harness/gpu_timing.hpp"

#include <cstddef>
#include <stdexcept>

#include "device/cuda_check.hpp"

namespace matmul {
namespace {

class Event {
 public:
  Event() { HOPPER_CHECK_CUDA(cudaEventCreate(&event_)); }
  ~Event() { static_cast<void>(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(cudaStream_t stream) const { HOPPER_CHECK_CUDA(cudaEventRecord(event_, stream)); }
  double milliseconds_since(const Event& earlier) const {
    float milliseconds = 0;
    HOPPER_CHECK_CUDA(cudaEventElapsedTime(&milliseconds, earlier.event_, event_));
    return milliseconds;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace

std::vector<std::vector<double>> time_in_turns(const std::vector<GpuWork>& contenders, int warmup, int rounds,
                                               cudaStream_t stream) {
  if (contenders.empty() || warmup < 0 || rounds < 1) {
    throw std::invalid_argument("timing needs at least one contender, no negative warmup and at least one round");
  }
  const auto timed_rounds = static_cast<std::size_t>(rounds);
  for (int round = 0; round < warmup; ++round) {
    for (const GpuWork& work : contenders) {
      work(stream);
    }
  }
  // An event before the first execution and one after each.
  const std::vector<Event> events(1 + timed_rounds * contenders.size());
  auto next_event = events.begin();
  next_event++->record(stream);
  for (std::size_t round = 0; round < timed_rounds; ++round) {
    for (const GpuWork& work : contenders) {
      work(stream);
      next_event++->record(stream);
    }
  }
  HOPPER_CHECK_CUDA(cudaStreamSynchronize(stream));

  std::vector<std::vector<double>> milliseconds(contenders.size());
  for (std::size_t execution = 0; execution + 1 < events.size(); ++execution) {
    milliseconds[execution % contenders.size()].push_back(events[execution + 1].milliseconds_since(events[execution]));
  }
  return milliseconds;
}

}  // namespace matmul
