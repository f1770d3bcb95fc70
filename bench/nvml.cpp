#include "bench/nvml.hpp"

#include <dlfcn.h>

#include <array>

namespace matmul {

// The few functions that are used, declared as in NVIDIA's NVML API reference; its header comes with no driver.
struct Nvml::Library {
  using Device = void*;
  static constexpr int success = 0;
  static constexpr int sm_clock = 1;  // NVML_CLOCK_SM

  void* handle = nullptr;
  Device device = nullptr;
  int (*shut_down)() = nullptr;
  int (*clock)(Device, int, unsigned*) = nullptr;
  int (*power)(Device, unsigned*) = nullptr;
  int (*power_limit)(Device, unsigned*) = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;

  template <typename Function>
  bool find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(dlsym(handle, name));
    return function != nullptr;
  }

  ~Library() {
    if (shut_down != nullptr) {
      shut_down();
    }
    if (handle != nullptr) {
      dlclose(handle);
    }
  }
};

Nvml::Nvml(std::unique_ptr<Library> library) : library_(std::move(library)) {}
Nvml::~Nvml() = default;

std::unique_ptr<Nvml> Nvml::open(const std::string& pci_address) {
  auto library = std::make_unique<Library>();
  library->handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  int (*initialise)() = nullptr;
  int (*find_device)(const char*, Library::Device*) = nullptr;
  if (library->handle == nullptr || !library->find(initialise, "nvmlInit_v2") ||
      !library->find(find_device, "nvmlDeviceGetHandleByPciBusId_v2") ||
      !library->find(library->clock, "nvmlDeviceGetClockInfo") ||
      !library->find(library->power, "nvmlDeviceGetPowerUsage") ||
      !library->find(library->power_limit, "nvmlDeviceGetEnforcedPowerLimit") ||
      !library->find(library->driver_version, "nvmlSystemGetDriverVersion") || initialise() != Library::success) {
    return nullptr;
  }
  library->find(library->shut_down, "nvmlShutdown");
  if (find_device(pci_address.c_str(), &library->device) != Library::success) {
    return nullptr;
  }
  return std::unique_ptr<Nvml>(new Nvml(std::move(library)));
}

std::optional<ClockSample> Nvml::sample() const {
  unsigned megahertz = 0;
  unsigned milliwatts = 0;
  if (library_->clock(library_->device, Library::sm_clock, &megahertz) != Library::success ||
      library_->power(library_->device, &milliwatts) != Library::success) {
    return std::nullopt;
  }
  return ClockSample{.sm_clock_mhz = static_cast<double>(megahertz), .power_w = milliwatts * 1e-3};
}

std::optional<double> Nvml::power_limit_w() const {
  unsigned milliwatts = 0;
  return library_->power_limit(library_->device, &milliwatts) == Library::success ? std::optional(milliwatts * 1e-3)
                                                                                  : std::nullopt;
}

std::optional<std::string> Nvml::driver_version() const {
  std::array<char, 96> text{};  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE is 80
  return library_->driver_version(text.data(), static_cast<unsigned>(text.size())) == Library::success
             ? std::optional<std::string>(text.data())
             : std::nullopt;
}

}  // namespace matmul
