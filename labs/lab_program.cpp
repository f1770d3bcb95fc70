#include "lab_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "harness/cli/options.hpp"
#include "harness/emulation_json.hpp"
#include "harness/guarded_run.hpp"
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

nlohmann::ordered_json to_json(const GpuLabOutcome& outcome) {
  return {{"gpu", outcome.gpu},
          {"runs", outcome.runs},
          {"wrong_runs", outcome.wrong_runs},
          {"most_wrong_elements", outcome.worst.failures},
          {"elements", outcome.worst.elements},
          {"failure", outcome.failure}};
}

std::string line(const char* label, const std::string& text) {
  return fmt::format("  {:<9} {}\n", label, wrapped(text, 100, 12));
}

std::string head(const Lab& lab, bool fixed) {
  return fmt::format("{}: labs/{}/{}.cu\n", lab.name, lab.name, fixed ? "fixed" : "broken") +
         line("question", lab.question) + (fixed ? line("answer", lab.answer) : "");
}

int run_in_emulator(const LabOptions& options, std::ostream& out) {
  const Lab& lab = find_lab(options.name);
  const LabOutcome outcome =
      run_lab(lab, options.fixed, {.policy = options.policy, .seed = options.seed}, options.k_tiles);
  std::string text =
      head(lab, options.fixed) +
      line("schedule", fmt::format("completion policy {}, seed {}", policy_name(options.policy), options.seed)) +
      line("numbers", numbers(outcome.comparison)) +
      line("verdict", verdict(options.fixed, outcome.report, outcome.comparison));
  for (const Hazard& hazard : outcome.report.hazards) {
    text += '\n' + format_hazard(hazard);
  }
  options.report.write(out, text, to_json(outcome.report));
  return outcome.report.clean() && outcome.comparison.passed() ? exit_success : exit_wrong_result;
}

int run_on_gpu(const LabOptions& options, std::ostream& out) {
  const Lab& lab = find_lab(options.name);
  const GpuLabOutcome outcome =
      run_lab_on_gpu(lab, options.fixed, {.runs = options.runs, .k_tiles = options.k_tiles, .seed = options.seed});
  const std::string text = head(lab, options.fixed) + line("device", outcome.gpu) + line("numbers", numbers(outcome)) +
                           line("verdict", verdict(outcome));
  options.report.write(out, text, to_json(outcome));
  return outcome.failure.empty() && outcome.wrong_runs == 0 ? exit_success : exit_wrong_result;
}

}  // namespace

int run_lab_program(int argc, const char* const* argv, std::ostream& out, std::ostream& error_output) {
  return run_guarded("lab", out, error_output, [&]() -> int {
    const LabOptions options = parse_lab_options(argc, argv);
    if (!options.help.empty() || options.list) {
      out << (options.list ? list() : options.help);
      return exit_success;
    }
    return options.on_gpu ? run_on_gpu(options, out) : run_in_emulator(options, out);
  });
}

}  // namespace matmul
