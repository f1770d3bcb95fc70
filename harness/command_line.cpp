#include "harness/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>

namespace matmul {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw InvalidInput(why + "; --help lists the options"); }

// "--Iterations" -> "iterations"
std::string bare(const std::string& option) {
  std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

// How many letters must be changed, added or left out to make one word of the other (Levenshtein).
std::size_t distance(const std::string& one, const std::string& other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t changed = diagonal + (one[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

bool are_alike(const std::string& one, const std::string& other) {
  constexpr std::size_t telling = 4;  // letters from which on a part or a slip tells what was meant
  if (std::min(one.size(), other.size()) < telling) {
    return one == other;
  }
  return one.starts_with(other) || other.starts_with(one) || distance(one, other) <= 2;
}

}  // namespace

CommandLine::CommandLine(const std::string& program, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, program)) {
  app_->set_help_flag("-h,--help", "Print this and exit");
}

CommandLine::~CommandLine() = default;

void CommandLine::footer(const std::string& text) { app_->footer(text); }

void CommandLine::value(const char* name, const std::string& help, const std::string& type,
                        const std::function<void(const std::string&)>& take) {
  app_->add_option_function<std::string>(name, take, help)->type_name(type)->group(group_);
}

void CommandLine::file(const char* name, const std::string& help, std::optional<OutputFile>& target) {
  value(name, help, "FILE", [=, &target](const std::string& path) {
    if (path == "-") {
      throw InvalidInput(fmt::format("{} is '-', but must be a file; /dev/stdout is one", name));
    }
    target = OutputFile(name, path);
  });
}

void CommandLine::json(ReportOutput& target) {
  value("--json", "Write the report there as one JSON object; -: print that and nothing else", "FILE",
        [&target](const std::string& path) { target = ReportOutput(path); });
}

void CommandLine::flag(const char* name, const std::string& help, bool& target, bool when_given) {
  app_->add_flag_callback(
          name, [&target, when_given] { target = when_given; }, help)
      ->group(group_);
}

void CommandLine::positional(const char* name, const char* type, const std::string& help, std::string& target) {
  app_->add_option(name, target, help)->type_name(type);
  positionals_ = 1;
}

std::string CommandLine::parse(int argc, const char* const* argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  for (const std::string& argument : arguments) {
    if (argument == "-h" || argument == "--help") {
      return app_->help();
    }
  }
  check(arguments);
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    refuse(error.what());
  }
  return "";
}

// Finds what CLI11 would take for something else, or refuse in words that name neither the option nor what it takes.
void CommandLine::check(const std::vector<std::string>& arguments) const {
  int positionals = 0;
  std::set<std::string> seen;
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    if (!argument->starts_with('-')) {
      if (++positionals > positionals_) {
        refuse(fmt::format("'{}' is neither an option nor the value of one", *argument));
      }
      continue;
    }
    const std::size_t equals = argument->find('=');
    const std::string name = argument->substr(0, equals);
    const CLI::Option* option = app_->get_option_no_throw(name);
    if (option == nullptr) {
      const std::string meant = nearest_option(name);
      refuse(fmt::format("there is no option {}{}", name, meant.empty() ? "" : ", but there is " + meant));
    }
    if (option->get_items_expected_max() == 0) {
      if (equals != std::string::npos) {
        refuse(fmt::format("{} takes no value, but is given '{}'", name, argument->substr(equals + 1)));
      }
      continue;
    }
    const std::string type = option->get_type_name();
    if (!seen.insert(name).second) {
      refuse(fmt::format("{} is given twice, but takes one {}", name, type));
    }
    if (equals != std::string::npos ? equals + 1 == argument->size() : argument + 1 == arguments.end()) {
      refuse(fmt::format("{} needs a value, {}, but none follows", name, type));
    }
    if (equals != std::string::npos) {
      continue;
    }
    ++argument;
    if (argument->empty()) {
      refuse(fmt::format("{} needs a value, {}, but what follows is empty", name, type));
    }
    if (argument->starts_with("--")) {
      refuse(fmt::format("{0} needs a value, {1}, but {2} follows{3}", name, type, *argument,
                         type == "FILE" ? fmt::format("; a file of that name is ./{}", *argument) : ""));
    }
  }
}

std::string CommandLine::nearest_option(const std::string& name) const {
  std::string nearest;
  for (const CLI::Option* option : app_->get_options()) {
    for (const std::string& candidate : option->get_lnames()) {
      if (are_alike(bare(name), candidate) &&
          (nearest.empty() || distance(bare(name), candidate) < distance(bare(name), bare(nearest)))) {
        nearest = "--" + candidate;
      }
    }
  }
  return nearest;
}

bool CommandLine::has(const char* name) const { return app_->count(name) > 0; }

std::vector<std::string> CommandLine::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->count() > 0) {
      names.push_back(option->get_name());
    }
  }
  return names;
}

}  // namespace matmul
