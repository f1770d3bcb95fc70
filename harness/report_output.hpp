/// \file
/// Where a program's report goes.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "harness/output_file.hpp"

namespace matmul {

/// What --json asks for: a report for people on standard output alone; that and a file of JSON; or JSON on standard
/// output and nothing else.
class ReportOutput {
 public:
  /// Without --json.
  ReportOutput() = default;
  /// \param json the value of --json: a file, or "-" for standard output
  /// \throws InvalidInput when the file can't be written
  explicit ReportOutput(const std::string& json);

  /// The file that gets the JSON, if one does.
  const std::optional<OutputFile>& json_file() const { return json_file_; }
  /// Whether standard output gets the JSON and nothing else.
  bool json_alone() const { return json_alone_; }

  /// Writes the report.
  /// \param out standard output
  /// \param text for people
  /// \param json the same as one object
  /// \throws DeviceError when the file can't be written
  void write(std::ostream& out, const std::string& text, const nlohmann::ordered_json& json) const;

 private:
  std::optional<OutputFile> json_file_;
  bool json_alone_ = false;
};

}  // namespace matmul
