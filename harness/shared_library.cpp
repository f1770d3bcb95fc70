#include "harness/shared_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace matmul {

SharedLibrary::SharedLibrary(const std::string& name, const std::vector<std::string>& folders) : name_(name) {
  std::vector<std::string> tries{name};
  for (const std::string& folder : folders) {
    tries.push_back(folder + "/" + name);
  }
  std::vector<std::string> answers;
  for (const std::string& path : tries) {
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      return;
    }
    answers.emplace_back(dlerror());
  }
  throw std::runtime_error(fmt::format("{}", fmt::join(answers, "; ")));
}

void* SharedLibrary::address_of(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (address == nullptr) {
    throw std::runtime_error(fmt::format("{} has no function {}", name_, name));
  }
  return address;
}

std::string program_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "." : program.parent_path().string();
}

}  // namespace matmul
