/// \file
/// Launching a kernel with dynamic shared memory.
#pragma once

#include <cuda_runtime.h>

#include <device/mbarrier_wait.cuh>
#include <variant>

#include "device/cuda_check.hpp"
#include "device/watchdog.hpp"
#include "version.hpp"

namespace hopper {

/// The shape of a launch.
struct LaunchShape {
  /// CTAs.
  dim3 grid;
  int threads;       ///< in a CTA
  int shared_bytes;  ///< dynamic shared memory of a CTA; up to 227 KiB on Hopper
};

/// Lets waits that time out in this translation unit's kernels write to the program's watchdog record.
///
/// Internal to the translation unit, like the watchdog_record that it sets and launch_kernel(), which calls it: shared
/// by several, it would set the record of one.
static void install_watchdog_record() {
  static const bool installed = [] {
    matmul::WatchdogRecord* record = matmul::watchdog_record_on_device();
    HOPPER_CHECK_CUDA(cudaMemcpyToSymbol(watchdog_record, &record, sizeof(record)));
    return true;
  }();
  static_cast<void>(installed);
}

/// Enqueues `kernel` on `stream`.
/// \throws matmul::DeviceError when the launch is refused
template <typename... Parameters, typename... Arguments>
static void launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape, matmul::Stream stream,
                          const Arguments&... arguments) {
  if constexpr (max_wait_nanoseconds > 0) {
    install_watchdog_record();
  }
  HOPPER_CHECK_CUDA(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                         cudaFuncAttributeMaxDynamicSharedMemorySize, shape.shared_bytes));
  cudaLaunchConfig_t launch{};
  launch.gridDim = shape.grid;
  launch.blockDim = dim3(static_cast<unsigned>(shape.threads));
  launch.dynamicSmemBytes = static_cast<std::size_t>(shape.shared_bytes);
  launch.stream = std::get<cudaStream_t>(stream);
  HOPPER_CHECK_CUDA(cudaLaunchKernelEx(&launch, kernel, Parameters(arguments)...));
}

}  // namespace hopper
