#include "harness/pci_bus.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace matmul {
namespace {

// The word that Linux keeps in such a file, like "0x10de".
std::string word_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

}  // namespace

bool has_nvidia_gpu(const std::string& devices) {
  constexpr const char* nvidia = "0x10de";
  constexpr const char* display_controllers = "0x03";  // class 0x0300 drives a display, 0x0302 only computes
  std::error_code no_such_list;
  for (const auto& device : std::filesystem::directory_iterator(devices, no_such_list)) {
    if (word_in(device.path() / "vendor") == nvidia &&
        word_in(device.path() / "class").starts_with(display_controllers)) {
      return true;
    }
  }
  return false;
}

}  // namespace matmul
