#include "bench/batch_timer.hpp"

#include <fmt/format.h>

#include <atomic>
#include <stdexcept>

#include "bench/gate.hpp"
#include "device/cuda_check.hpp"
#include "errors.hpp"

namespace matmul {

BatchTimer::BatchTimer(Gate gate) : is_gated_(gate == Gate::used) {
  HOPPER_CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  HOPPER_CHECK_CUDA(cudaEventCreate(&begin_));
  HOPPER_CHECK_CUDA(cudaEventCreate(&end_));
  void* memory = nullptr;
  HOPPER_CHECK_CUDA(cudaHostAlloc(&memory, sizeof(unsigned), cudaHostAllocMapped));
  gate_ = static_cast<unsigned*>(memory);
}

BatchTimer::~BatchTimer() {
  static_cast<void>(cudaFreeHost(gate_));
  static_cast<void>(cudaEventDestroy(end_));
  static_cast<void>(cudaEventDestroy(begin_));
  static_cast<void>(cudaStreamDestroy(stream_));
}

double BatchTimer::milliseconds_per_launch(int launches, const std::function<void(int, cudaStream_t)>& launch) {
  if (launches < 1 || launches > largest_batch) {
    throw std::invalid_argument(fmt::format("a batch has 1 to {} launches, not {}", largest_batch, launches));
  }
  std::atomic_ref<unsigned> gate(*gate_);
  gate.store(gate_closed);
  if (is_gated_) {
    wait_at_gate(gate_, stream_);
  }
  try {
    HOPPER_CHECK_CUDA(cudaEventRecord(begin_, stream_));
    for (int i = 0; i < launches; ++i) {
      launch(i, stream_);
    }
    HOPPER_CHECK_CUDA(cudaEventRecord(end_, stream_));
  } catch (...) {
    gate.store(gate_open);
    throw;
  }
  const bool opened_in_time = gate.exchange(gate_open) == gate_closed;
  HOPPER_CHECK_CUDA(cudaStreamSynchronize(stream_));
  if (!opened_in_time) {
    throw DeviceError(
        fmt::format("{} launches took the host more than {} s to enqueue, so their time would include "
                    "the host's; is another program using the machine?",
                    launches, gate_seconds));
  }
  float milliseconds = 0;
  HOPPER_CHECK_CUDA(cudaEventElapsedTime(&milliseconds, begin_, end_));
  return static_cast<double>(milliseconds) / launches;
}

}  // namespace matmul
