#include "runtime/source_lines.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

namespace emulator {
namespace {

struct Frame {
  std::string function;
  std::string file;
  int line = 0;
};

std::string relative_to_project(const std::string& path) {
  const std::string root = HOPPER_SOURCE_DIR "/";
  return path.rfind(root, 0) == 0 ? path.substr(root.size()) : path;
}

// "hopper_emulated::v4::matmul_v4<...>(...)" -> "matmul_v4", "void hopper_emulated::Pipeline<3>::consumer_acquire()" ->
// "Pipeline::consumer_acquire": without namespaces, arguments and return type, but with the class.
std::string short_name(const std::string& function) {
  const std::string anonymous = "(anonymous namespace)";
  std::string owner;
  std::string name;
  int depth = 0;  // of template arguments
  for (std::size_t i = 0; i < function.size(); ++i) {
    const char c = function[i];
    if (function.compare(i, anonymous.size(), anonymous) == 0) {
      i += anonymous.size() - 1;
    } else if (c == '<' || c == '>') {
      depth += c == '<' ? 1 : -1;
    } else if (depth > 0) {
      continue;
    } else if (c == '(') {
      break;
    } else if (c == ' ') {
      owner.clear();
      name.clear();
    } else if (c != ':') {
      name += c;
    } else if (!name.empty()) {
      owner = std::exchange(name, "");
    }
  }
  const bool is_class = !owner.empty() && owner.front() >= 'A' && owner.front() <= 'Z';
  return is_class ? owner + "::" + name : name;
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_twin(const std::string& file) { return file.rfind("emulator/", 0) == 0; }

// Neither the PTX layer's twin nor a library: the lines that readers care for.
bool is_kernel_code(const std::string& file) { return file.rfind('/', 0) != 0 && !is_twin(file); }

SourceLine summarise(const std::vector<Frame>& frames) {
  SourceLine summary;
  if (frames.empty()) {
    return summary;
  }
  // From the innermost inlined call to the outermost; a kernel may itself be inlined into what launches it.
  const auto is_ours = [](const Frame& frame) { return is_kernel_code(frame.file); };
  const auto innermost = std::find_if(frames.begin(), frames.end(), is_ours);
  const auto last = std::find_if(frames.rbegin(), frames.rend(), is_ours);
  const Frame& outermost = last == frames.rend() ? frames.back() : *last;
  summary.file = outermost.file;
  summary.line = outermost.line;
  summary.function = short_name(outermost.function);
  if (innermost != frames.end() && innermost->file != outermost.file) {
    summary.via = fmt::format("{}:{} ({})", innermost->file, innermost->line, short_name(innermost->function));
  }
  return summary;
}

// The running program's file. Its path, where it is still there: under qemu-user other processes see qemu in
// /proc/PID/exe.
std::string own_program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return !error && std::filesystem::exists(path, error) ? path.string() : fmt::format("/proc/{}/exe", getpid());
}

// Runs addr2line once for all addresses of one loaded object; false when it can't be run.
bool resolve_in_object(const std::string& object, std::uintptr_t base, const std::set<std::uintptr_t>& addresses,
                       std::map<std::uintptr_t, SourceLine>& lines) {
  std::string command = fmt::format("addr2line -a -i -f -C -e '{}'", object);
  for (const std::uintptr_t address : addresses) {
    command += fmt::format(" {:#x}", address - base - 1);  // the call lies before its return address
  }
  command += " 2>/dev/null";
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    return false;
  }
  std::vector<std::vector<Frame>> answers;
  std::string function;
  std::array<char, 8192> buffer{};
  while (fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
    std::string text(buffer.data());
    while (!text.empty() && text.back() == '\n') {
      text.pop_back();
    }
    if (text.rfind("0x", 0) == 0) {
      answers.emplace_back();
      function.clear();
    } else if (answers.empty()) {
      continue;
    } else if (function.empty()) {
      function = text;
    } else {
      const std::size_t colon = text.rfind(':');
      Frame frame{function, relative_to_project(text.substr(0, colon)), 0};
      if (colon != std::string::npos) {
        frame.line = std::atoi(text.c_str() + colon + 1);
      }
      if (frame.line > 0) {
        answers.back().push_back(frame);
      }
      function.clear();
    }
  }
  constexpr int command_not_found = 127;  // as sh has it
  const int status = pclose(pipe);
  if (answers.size() != addresses.size()) {
    return !WIFEXITED(status) || WEXITSTATUS(status) != command_not_found;
  }
  std::size_t i = 0;
  for (const std::uintptr_t address : addresses) {
    if (SourceLine line = summarise(answers[i++]); !line.file.empty()) {
      lines[address] = std::move(line);
    }
  }
  return true;
}

}  // namespace

SourceLines::SourceLines(const std::vector<std::uintptr_t>& return_addresses) {
  // Kept, because one run after another of a kernel reports the same few lines.
  static std::mutex mutex;
  static std::map<std::uintptr_t, SourceLine> resolved;
  const std::lock_guard lock(mutex);
  std::map<std::pair<std::string, std::uintptr_t>, std::set<std::uintptr_t>> by_object;
  for (const std::uintptr_t address : return_addresses) {
    lines_.try_emplace(address);
    Dl_info info{};
    link_map* object = nullptr;
    if (address != 0 && resolved.count(address) == 0 &&
        dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0) {
      by_object[{object->l_name[0] != '\0' ? object->l_name : own_program(), object->l_addr}].insert(address);
      lines_[address].function = fmt::format("{}+{:#x}", file_name(info.dli_fname), address - object->l_addr - 1);
    }
  }
  for (const auto& [object, addresses] : by_object) {
    if (!resolve_in_object(object.first, object.second, addresses, resolved)) {
      trouble_ =
          "source lines are unknown, because addr2line can't be run; install binutils, which it is part of, and run "
          "again";
    }
  }
  for (const std::uintptr_t address : return_addresses) {
    if (const auto found = resolved.find(address); found != resolved.end()) {
      lines_[address] = found->second;
    }
  }
}

const SourceLine& SourceLines::at(std::uintptr_t return_address) const { return lines_.at(return_address); }

}  // namespace emulator
