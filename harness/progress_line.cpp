#include "harness/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace matmul {
namespace {

constexpr const char* start_of_empty_line = "\r\x1b[K";

}  // namespace

ProgressLine::~ProgressLine() {
  if (is_shown_) {
    *terminal_ << start_of_empty_line << std::flush;
  }
}

void ProgressLine::show(const std::string& text) {
  if (terminal_ != nullptr) {
    *terminal_ << start_of_empty_line << text << std::flush;
    is_shown_ = true;
    shown_ = std::chrono::steady_clock::now();
  }
}

void ProgressLine::count(const char* doing, std::int64_t done, std::int64_t total, const char* unit) {
  constexpr std::chrono::milliseconds pause(200);
  if (!is_shown_ || std::chrono::steady_clock::now() - shown_ >= pause) {
    show(fmt::format("{}: {}% of {} {}", doing, 100 * done / total, total, unit));
  }
}

std::ostream* terminal() { return isatty(STDERR_FILENO) == 1 ? &std::cerr : nullptr; }

}  // namespace matmul
