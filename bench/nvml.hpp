/// \file
/// Clock and power of the GPU, read from NVIDIA's management library where it is installed.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace matmul {

/// One look at the GPU.
struct ClockSample {
  double sm_clock_mhz;
  double power_w;  ///< of the whole board; NVML averages it over up to a second
};

/// The library, opened at run time, because it comes with the driver.
class Nvml {
 public:
  /// Opens it for the GPU at a PCI address, like "0000:1B:00.0"; null when that is not possible.
  static std::unique_ptr<Nvml> open(const std::string& pci_address);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  std::optional<ClockSample> sample() const;
  std::optional<double> power_limit_w() const;
  std::optional<std::string> driver_version() const;

 private:
  struct Library;
  explicit Nvml(std::unique_ptr<Library> library);
  std::unique_ptr<Library> library_;
};

}  // namespace matmul
