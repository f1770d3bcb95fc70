/// \file
/// From return addresses to source lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emulator {

/// Where in the kernel an operation was called.
struct SourceLine {
  std::string file;      ///< relative to the project; empty if unknown
  int line = 0;          ///< counted from 1; 0 if unknown
  std::string function;  ///< name of the function that contains it; of an unknown line, its address, like "lab+0x1a2b"
  std::string via;       ///< the line of a shared header in between, like "common/pipeline.cuh:71"; or empty
};

/// The source lines of a set of return addresses, read from the program's debug information by addr2line.
///
/// Device functions are inlined into their kernel, so one address tells the chain of calls: the outermost is the
/// kernel's own line, the innermost outside the PTX layer is the shared header's.
class SourceLines {
 public:
  /// Looks all of them up at once.
  explicit SourceLines(const std::vector<std::uintptr_t>& return_addresses);
  /// The line of one of them.
  const SourceLine& at(std::uintptr_t return_address) const;
  /// Why lines are unknown that need not be, as a sentence; empty when addr2line answered.
  const std::string& trouble() const { return trouble_; }

 private:
  std::string trouble_;
  std::map<std::uintptr_t, SourceLine> lines_;
};

}  // namespace emulator
