#include "lab_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "errors.hpp"
#include "harness/cli/options.hpp"
#include "lab_gpu.hpp"
#include "lab_options.hpp"
#include "lab_run.hpp"

namespace matmul {
namespace {

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
    text += "; right numbers prove nothing";
  }
  return fixed ? text : text + "; --fixed runs the repaired twin";
}

std::string numbers(const GpuLabOutcome& outcome) {
  if (outcome.runs == 0) {
    return "none: the first launch failed";
  }
  std::string text = fmt::format("right in {} of {} launches", outcome.runs - outcome.wrong_runs, outcome.runs);
  if (outcome.wrong_runs > 0) {
    text += fmt::format("; at worst {} of {} wrong", outcome.worst.failures, outcome.worst.elements);
  }
  return text;
}

std::string verdict(const GpuLabOutcome& outcome) {
  if (!outcome.failure.empty()) {
    std::string failure = outcome.failure;
    std::replace(failure.begin(), failure.end(), '\n', ' ');
    return fmt::format("launch {} failed: {}", outcome.runs + 1, failure);
  }
  if (outcome.wrong_runs > 0) {
    return "wrong, and the GPU does not say why; --device cpu does";
  }
  return "no mistake to be seen; --device cpu looks for what can't be seen";
}

std::string to_json(const GpuLabOutcome& outcome) {
  return nlohmann::json{{"gpu", outcome.gpu},
                        {"runs", outcome.runs},
                        {"wrong_runs", outcome.wrong_runs},
                        {"most_wrong_elements", outcome.worst.failures},
                        {"elements", outcome.worst.elements},
                        {"failure", outcome.failure}}
      .dump(2);
}

// Writes the outcome to the file that --json names, if any.
class JsonFile {
 public:
  explicit JsonFile(const std::optional<std::string>& path) {
    if (path) {
      path_ = *path;
      stream_.open(path_);
      if (!stream_) {
        throw InvalidInput(fmt::format("--json: the file '{}' can't be written: {}", path_, std::strerror(errno)));
      }
    }
  }

  void write(const std::string& text) {
    if (path_.empty()) {
      return;
    }
    stream_ << text << '\n';
    stream_.close();
    if (!stream_) {
      throw DeviceError(fmt::format("writing the outcome to '{}' failed; is the disk full?", path_));
    }
  }

 private:
  std::string path_;
  std::ofstream stream_;
};

void print_line(std::ostream& out, const char* label, const std::string& text) {
  out << fmt::format("  {:<9} {}\n", label, wrapped(text, 100, 12));
}

void print_head(std::ostream& out, const Lab& lab, bool fixed) {
  out << fmt::format("{}: labs/{}/{}.cu\n", lab.name, lab.name, fixed ? "fixed" : "broken");
  print_line(out, "question", lab.question);
  if (fixed) {
    print_line(out, "answer", lab.answer);
  }
}

int run_in_emulator(const LabOptions& options, std::ostream& out) {
  const Lab& lab = find_lab(options.name);
  JsonFile json(options.json_file);
  const LabOutcome outcome =
      run_lab(lab, options.fixed, {.policy = options.policy, .seed = options.seed}, options.k_tiles);
  print_head(out, lab, options.fixed);
  print_line(out, "schedule", fmt::format("completion policy {}, seed {}", policy_name(options.policy), options.seed));
  print_line(out, "numbers", numbers(outcome.comparison));
  print_line(out, "verdict", verdict(options.fixed, outcome.report, outcome.comparison));
  for (const Hazard& hazard : outcome.report.hazards) {
    out << '\n' << format_hazard(hazard);
  }
  json.write(to_json(outcome.report));
  return outcome.report.clean() && outcome.comparison.passed() ? 0 : 1;
}

int run_on_gpu(const LabOptions& options, std::ostream& out) {
  const Lab& lab = find_lab(options.name);
  JsonFile json(options.json_file);
  const GpuLabOutcome outcome =
      run_lab_on_gpu(lab, options.fixed, {.runs = options.runs, .k_tiles = options.k_tiles, .seed = options.seed});
  print_head(out, lab, options.fixed);
  print_line(out, "device", outcome.gpu);
  print_line(out, "numbers", numbers(outcome));
  print_line(out, "verdict", verdict(outcome));
  json.write(to_json(outcome));
  return outcome.failure.empty() && outcome.wrong_runs == 0 ? 0 : 1;
}

}  // namespace

int run_lab_program(int argc, const char* const* argv, std::ostream& out, std::ostream& error_output) {
  const auto fail = [&](const char* message, int code) {
    error_output << fmt::format("lab: {}\n", message);
    return code;
  };
  try {
    std::string help;
    const LabOptions options = parse_lab_options(argc, argv, help);
    int code = 0;
    if (!help.empty()) {
      out << help;
    } else if (options.list) {
      out << list();
    } else {
      code = options.on_gpu ? run_on_gpu(options, out) : run_in_emulator(options, out);
    }
    out.flush();
    return out ? code : fail("the report can't be written to standard output", 3);
  } catch (const InvalidInput& error) {
    return fail(error.what(), 2);
  } catch (const std::bad_alloc&) {
    return fail("the computer's memory does not suffice; raise its limit (ulimit -v) or end other programs", 3);
  } catch (const std::exception& error) {
    return fail(error.what(), 3);
  }
}

}  // namespace matmul
