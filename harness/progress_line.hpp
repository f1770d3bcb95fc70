/// \file
/// Progress of long runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace matmul {

/// A line on a terminal that says what a program is doing; gone when this object is.
class ProgressLine {
 public:
  /// \param terminal null: nothing is shown
  explicit ProgressLine(std::ostream* terminal) : terminal_(terminal) {}
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows this text from now on.
  void show(const std::string& text);
  /// Shows how much is done, but not more often than a few times a second.
  /// \param doing like "emulating"
  /// \param unit like "CTAs"
  void count(const char* doing, std::int64_t done, std::int64_t total, const char* unit);

 private:
  std::ostream* terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point shown_;
};

/// Standard error if it is a terminal, else null.
std::ostream* terminal();

}  // namespace matmul
