/// \file
/// Timing a batch of launches without the host's part in it.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>

namespace matmul {

/// Holds a stream at a gate while launches pile up behind it, so that what lies between the two events is back-to-back
/// work of the GPU, however long the host takes to launch it.
class BatchTimer {
 public:
  /// Launches that may wait behind the gate; the driver's queue takes about a thousand before a launch blocks.
  static constexpr int largest_batch = 400;

  /// Whether launches are held back. Profilers run one launch at a time, so under them a gate would never open.
  enum class Gate { used, left_out };

  explicit BatchTimer(Gate gate = Gate::used);
  ~BatchTimer();
  BatchTimer(const BatchTimer&) = delete;
  BatchTimer& operator=(const BatchTimer&) = delete;

  /// Times `launches` calls of `launch` in one batch.
  /// \param launches from 1 to largest_batch
  /// \param launch enqueues the work of its index on the stream; must have run before, because a first launch may wait
  /// for the GPU, which waits at the gate
  /// \return milliseconds of one launch, on average
  /// \throws DeviceError when anything enqueued fails, or the gate had to open by itself
  double milliseconds_per_launch(int launches, const std::function<void(int, cudaStream_t)>& launch);

  cudaStream_t stream() const { return stream_; }

 private:
  bool is_gated_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
  unsigned* gate_ = nullptr;  // in host memory that the GPU reads
};

}  // namespace matmul
