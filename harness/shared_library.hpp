/// \file
/// Libraries that are opened when they are first needed, so that nothing else needs them.
#pragma once

#include <string>
#include <vector>

namespace matmul {

/// An opened library. It stays open until the process ends: what it has started may outlive any owner.
class SharedLibrary {
 public:
  /// Opens `name`, like "libcublas.so.13", wherever the system's loader finds it, else in the first of `folders` that
  /// has it.
  /// \throws std::runtime_error with what the loader said of each try
  SharedLibrary(const std::string& name, const std::vector<std::string>& folders);

  /// Sets `function` to the library's function of that name.
  /// \throws std::runtime_error when it has none
  template <typename Function>
  void find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(address_of(name));
  }

 private:
  void* address_of(const char* name) const;

  std::string name_;
  void* handle_ = nullptr;
};

/// The folder that holds the running program.
std::string program_folder();

}  // namespace matmul
