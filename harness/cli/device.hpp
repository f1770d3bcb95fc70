/// \file
/// What a program needs of the machine that runs a version, be it a GPU or the emulator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "emulation.hpp"
#include "harness/comparison.hpp"
#include "harness/gpu_info.hpp"
#include "harness/operand_fill.hpp"
#include "harness/statistics.hpp"
#include "problem.hpp"
#include "version.hpp"

namespace matmul {

/// A device in words.
struct DeviceSummary {
  std::string kind;            ///< "gpu" or "cpu", as --device calls it
  std::string name;            ///< for people
  std::optional<GpuInfo> gpu;  ///< of a GPU only
};

/// Times of a version and of cuBLAS, taken in turns.
struct Timing {
  int warmup;             ///< untimed rounds before
  int iterations;         ///< timed rounds
  Statistics version_ms;  ///< milliseconds of one product by the version
  Statistics cublas_ms;   ///< the same by cuBLAS
};

/// What the emulator saw while it ran a version.
struct EmulationOutcome {
  EmulationOptions options;  ///< as the emulator ran
  EmulationReport report;    ///< counts, hazards and, if asked for, events
};

/// Holds the matrices of one problem and runs versions on them.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  /// The device in words.
  virtual DeviceSummary summary() const = 0;

  /// A problem of a size that suits the device.
  virtual Problem default_problem() const = 0;

  /// Allocates the matrices and fills A and B. Called once, before everything below.
  /// \throws DeviceError when the memory does not suffice
  virtual void prepare(const Problem& problem, Init init, std::uint64_t seed) = 0;

  /// Poisons C, runs the version once and waits until it is done.
  /// \throws DeviceError when it fails
  virtual void run(const Configuration& configuration) = 0;

  /// What the C of the last run is compared with, like "cuBLAS 13.1.0".
  virtual std::string reference_name() const = 0;

  /// Compares the C of the last run with the reference.
  virtual Comparison compare(const Tolerance& tolerance) = 0;

  /// Times the version against cuBLAS; nothing where times mean nothing.
  /// \param warmup untimed rounds, 0 or more
  /// \param iterations timed rounds, 1 or more
  virtual std::optional<Timing> time(const Configuration& configuration, int warmup, int iterations) = 0;

  /// What was seen during the last run(); nothing on a GPU.
  virtual std::optional<EmulationOutcome> emulation() const = 0;

  /// Whom to tell during run() how many CTAs of how many are done; a GPU tells nothing.
  void on_progress(std::function<void(std::int64_t done, std::int64_t total)> listener) {
    progress_ = std::move(listener);
  }

 protected:
  std::function<void(std::int64_t, std::int64_t)> progress_;
};

}  // namespace matmul
