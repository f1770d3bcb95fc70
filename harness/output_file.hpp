/// \file
/// Files that programs write.
#pragma once

#include <string>

namespace matmul {

/// A file that gets its content as a whole: a run that fails or is interrupted leaves an existing file as it was, and
/// no new one. Make it before a long run, so that a wrong name is told at once, and write() when the content is known.
///
/// Links are followed. Devices and pipes are written directly, as are the files that standard output and standard error
/// go to; any other file is written beside its target, which it then replaces, keeping owner and permissions.
class OutputFile {
 public:
  /// Checks that the file can be written, without touching it.
  /// \param option whose value the name is, for the error: "--json"
  /// \throws InvalidInput saying what is wrong with the name
  OutputFile(const std::string& option, const std::string& path);

  /// The name as given.
  const std::string& path() const { return path_; }

  /// Whether both names lead to one file.
  bool same_as(const OutputFile& other) const { return target_ == other.target_; }

  /// Makes `content` all that the file holds.
  /// \throws DeviceError when that fails
  void write(const std::string& content) const;

 private:
  void write_directly(const std::string& content) const;
  void replace(const std::string& content) const;

  std::string path_;
  std::string target_;  // behind all links
  bool is_direct_ = false;
  int standard_ = -1;  // the descriptor of standard output or error, where they go to this file
};

}  // namespace matmul
