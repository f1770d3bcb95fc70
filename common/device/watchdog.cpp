#include "device/watchdog.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <ptx/barrier_role.hpp>
#include "device/cuda_check.hpp"

namespace matmul {
namespace {

// Set once by watchdog_record_on_device(); never freed, so that it can be read after the context is lost.
WatchdogRecord* host_record = nullptr;

}  // namespace

WatchdogRecord* watchdog_record_on_device() {
  if (host_record == nullptr) {
    void* memory = nullptr;
    HOPPER_CHECK_CUDA(cudaHostAlloc(&memory, sizeof(WatchdogRecord), cudaHostAllocMapped));
    host_record = new (memory) WatchdogRecord;
  }
  void* on_device = nullptr;
  HOPPER_CHECK_CUDA(cudaHostGetDevicePointer(&on_device, host_record, 0));
  return static_cast<WatchdogRecord*>(on_device);
}

std::optional<std::string> watchdog_message() {
  const volatile WatchdogRecord* record = host_record;
  if (record == nullptr || record->is_complete == 0) {
    return std::nullopt;
  }
  const auto role = static_cast<hopper::ptx::BarrierRole>(record->barrier_role);
  return fmt::format(
      "The pipeline is stuck: thread {} of CTA ({}, {}) waited too long for parity {} of the {} barrier at byte {} of "
      "shared memory. Run the same problem in the emulator (--device cpu) to see who should have arrived.",
      record->thread, record->block[0], record->block[1], record->parity, hopper::ptx::barrier_role_name(role),
      record->barrier_address);
}

}  // namespace matmul
