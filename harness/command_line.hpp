/// \file
/// Command lines, so that every program's options and errors read alike.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/option_values.hpp"
#include "harness/output_file.hpp"
#include "harness/report_output.hpp"

namespace CLI {
class App;
}

namespace matmul {

/// The options of a program. A target, be it a plain one or a std::optional, keeps its value unless its option is
/// given.
class CommandLine {
 public:
  /// \param description what the program does, for its help
  CommandLine(const std::string& program, const std::string& description);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// The heading in the help for the options that follow.
  void group(const std::string& heading) { group_ = heading; }
  /// What the help says at its end.
  void footer(const std::string& text);

  /// A number from `smallest` to `largest`.
  /// \param kind of number, like "multiple of 8", for the error
  template <typename Number, typename Target>
  void number(const char* name, const std::string& help, Target& target, Number smallest, Number largest,
              const char* kind = number_kind<Number>) {
    value(name, help, "NUMBER",
          [=, &target](const std::string& text) { target = parse_number(name, text, smallest, largest, kind); });
  }

  /// One of several names.
  template <typename Value, typename Target>
  void choice(const char* name, const std::string& help, Target& target,
              const std::vector<std::pair<std::string, Value>>& choices) {
    std::vector<std::string> names;
    for (const auto& [choice_name, unused] : choices) {
      names.push_back(choice_name);
    }
    value(name, help, fmt::format("{}", fmt::join(names, "|")),
          [=, &target](const std::string& text) { target = parse_choice<Value>(name, text, choices); });
  }

  /// Any text.
  /// \param type what it is, for the help: "NAME"
  template <typename Target>
  void text(const char* name, const char* type, const std::string& help, Target& target) {
    value(name, help, type, [&target](const std::string& given) { target = given; });
  }

  /// A file to write.
  void file(const char* name, const std::string& help, std::optional<OutputFile>& target);

  /// --json, which is the same in every program.
  void json(ReportOutput& target);

  /// An option without a value.
  void flag(const char* name, const std::string& help, bool& target, bool when_given = true);

  /// What stands without an option's name; one at most.
  void positional(const char* name, const char* type, const std::string& help, std::string& target);

  /// Reads a command line.
  /// \return the text of the help when it was asked for, which is then all that is to be done; else nothing
  /// \throws InvalidInput naming what can't be followed and what would be
  std::string parse(int argc, const char* const* argv);

  /// Whether this option was given.
  bool has(const char* name) const;
  /// The names of all options that were given.
  std::vector<std::string> given() const;

 private:
  void value(const char* name, const std::string& help, const std::string& type,
             const std::function<void(const std::string&)>& take);
  void check(const std::vector<std::string>& arguments) const;
  std::string nearest_option(const std::string& name) const;

  std::unique_ptr<CLI::App> app_;
  std::string group_ = "Options";
  int positionals_ = 0;
};

}  // namespace matmul
