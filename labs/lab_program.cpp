#include "lab_program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "errors.hpp"
#include "lab_run.hpp"

namespace matmul {
namespace {

struct LabOptions {
  std::string name;
  bool list = false;
  bool fixed = false;
  std::string policy = "random";
  std::string seed = "0";
  std::optional<std::string> json_file;
};

CompletionPolicy parse_policy(const std::string& text) {
  for (const auto policy : {CompletionPolicy::early, CompletionPolicy::late, CompletionPolicy::random}) {
    if (policy_name(policy) == text) {
      return policy;
    }
  }
  throw InvalidInput(fmt::format("--policy is '{}', but must be one of: early, late, random", text));
}

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw InvalidInput(fmt::format("--seed is '{}', but must be a whole number from 0 to {}", text,
                                   std::numeric_limits<std::uint64_t>::max()));
  }
  return seed;
}

// The text of the help when it was asked for.
std::string parse(int argc, const char* const* argv, LabOptions& options) {
  CLI::App app("Small pipelines, each broken in one place. The emulator's report is the answer.", "lab");
  app.set_help_flag("-h,--help", "Print this and exit");
  app.add_option("name", options.name, "The lab to run")->type_name("NAME");
  app.add_flag("--list", options.list, "Print the labs and their questions, and exit");
  app.add_flag("--fixed", options.fixed, "Run the repaired twin");
  app.add_option("--policy", options.policy, "When asynchronous operations take effect [random]")
      ->type_name("early|late|random");
  app.add_option("--seed", options.seed, "Of the values and of the emulator's schedule [0]")->type_name("NUMBER");
  app.add_option("--json", options.json_file, "Write the emulator's report there, as JSON")->type_name("FILE");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::ParseError& error) {
    throw InvalidInput(fmt::format("{}; --help lists the options", error.what()));
  }
  if (options.list && argc > 2) {
    throw InvalidInput("--list runs nothing, so it stands alone");
  }
  if (!options.list && options.name.empty()) {
    throw InvalidInput("which lab? Give its name; --list prints them all");
  }
  return "";
}

// Breaks `text` into lines of at most `width` columns, the second and later ones indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t length = end - begin;
    if (column > indent && column + 1 + length > width) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += text.substr(begin, length);
    column += length;
    begin = end + 1;
  }
  return result;
}

std::string list() {
  std::string text;
  for (const Lab& lab : labs()) {
    text += fmt::format("{}\n    {}\n", lab.name, lab.question);
  }
  return text;
}

std::string numbers(const Comparison& comparison) {
  if (comparison.passed()) {
    return fmt::format("right, all {} of them", comparison.elements);
  }
  return fmt::format("{} of {} wrong", comparison.failures, comparison.elements);
}

std::string verdict(bool fixed, const EmulationReport& report, const Comparison& comparison) {
  if (report.hazards.empty()) {
    return comparison.passed() ? "no hazard" : "no hazard, and yet the numbers are wrong";
  }
  std::string text = fmt::format("{} hazard{}", report.hazards.size(),
                                 report.hazards.size() == 1 ? ", reported below" : "s, reported below");
  if (comparison.passed()) {
    text += "; right numbers prove nothing: nothing orders what must be ordered";
  }
  return fixed ? text : text + "; --fixed runs the repaired twin";
}

int follow(const LabOptions& options, std::ostream& out) {
  const Lab& lab = find_lab(options.name);
  const EmulationOptions emulation{.policy = parse_policy(options.policy), .seed = parse_seed(options.seed)};
  std::ofstream json;
  if (options.json_file) {
    json.open(*options.json_file);
    if (!json) {
      throw InvalidInput(
          fmt::format("--json: the file '{}' can't be written: {}", *options.json_file, std::strerror(errno)));
    }
  }
  const LabOutcome outcome = run_lab(lab, options.fixed, emulation);
  const auto line = [&](const char* label, const std::string& text) {
    out << fmt::format("  {:<9} {}\n", label, wrapped(text, 100, 12));
  };
  out << fmt::format("{}: labs/{}/{}.cu\n", lab.name, lab.name, options.fixed ? "fixed" : "broken");
  line("question", lab.question);
  if (options.fixed) {
    line("answer", lab.answer);
  }
  line("schedule", fmt::format("completion policy {}, seed {}", options.policy, options.seed));
  line("numbers", numbers(outcome.comparison));
  line("verdict", verdict(options.fixed, outcome.report, outcome.comparison));
  for (const Hazard& hazard : outcome.report.hazards) {
    out << '\n' << format_hazard(hazard);
  }
  if (options.json_file) {
    json << to_json(outcome.report) << '\n';
    json.close();
    if (!json) {
      throw DeviceError(fmt::format("writing the report to '{}' failed; is the disk full?", *options.json_file));
    }
  }
  return outcome.report.clean() && outcome.comparison.passed() ? 0 : 1;
}

}  // namespace

int run_lab_program(int argc, const char* const* argv, std::ostream& out, std::ostream& error_output) {
  const auto fail = [&](const char* message, int code) {
    error_output << fmt::format("lab: {}\n", message);
    return code;
  };
  try {
    LabOptions options;
    const std::string help = parse(argc, argv, options);
    int code = 0;
    if (!help.empty()) {
      out << help;
    } else if (options.list) {
      out << list();
    } else {
      code = follow(options, out);
    }
    out.flush();
    return out ? code : fail("the report can't be written to standard output", 3);
  } catch (const InvalidInput& error) {
    return fail(error.what(), 2);
  } catch (const std::exception& error) {
    return fail(error.what(), 3);
  }
}

}  // namespace matmul
