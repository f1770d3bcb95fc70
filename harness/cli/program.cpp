#include "harness/cli/program.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "errors.hpp"
#include "harness/cli/device_selection.hpp"
#include "harness/cli/options.hpp"
#include "harness/cli/run_report.hpp"
#include "harness/emulation_json.hpp"
#include "harness/progress_line.hpp"

namespace matmul {
namespace {

const Version& any_version(const Program& program) {
  return program.gpu ? *program.gpu->version : *program.cpu->version;
}

const Configuration& chosen_configuration(const Version& version, const Options& options) {
  return options.configuration ? find_configuration(version, *options.configuration) : version.configurations.front();
}

Problem chosen_problem(const Problem& usual, const Options& options) {
  return {options.m.value_or(usual.m), options.n.value_or(usual.n), options.k.value_or(usual.k)};
}

// What is wrong with the input whatever the device, found before one is asked for.
void check_input(const Program& program, const Options& options) {
  static_cast<void>(chosen_configuration(any_version(program), options));
  constexpr Problem valid{8, 8, 8};
  validate(chosen_problem(valid, options));
}

RunReport run(const Program& program, const Options& options, std::ostream* progress_terminal) {
  const auto start = std::chrono::steady_clock::now();
  check_input(program, options);
  const SelectedDevice selected = select_device(program, options);
  Device& device = *selected.device;
  RunReport report{.version = selected.version->name,
                   .title = selected.version->title,
                   .configuration = chosen_configuration(*selected.version, options),
                   .device = device.summary(),
                   .device_reason = selected.reason,
                   .problem = chosen_problem(device.default_problem(), options),
                   .init = options.init,
                   .seed = options.seed,
                   .check = std::nullopt,
                   .timing = std::nullopt,
                   .emulation = std::nullopt,
                   .events_file = std::nullopt};
  if (options.events_file) {
    report.events_file = options.events_file->path();
  }

  ProgressLine progress(options.report.json_alone() ? nullptr : progress_terminal);
  device.on_progress([&](std::int64_t done, std::int64_t total) { progress.count("emulating", done, total, "CTAs"); });
  device.prepare(report.problem, options.init, options.seed);
  device.run(report.configuration);
  report.emulation = device.emulation();
  if (options.check) {
    progress.show(fmt::format("comparing with {}", device.reference_name()));
    const Tolerance tolerance = tolerance_for(options.init, report.problem.k);
    report.check =
        Check{.reference = device.reference_name(), .tolerance = tolerance, .comparison = device.compare(tolerance)};
  }
  const int iterations = options.iterations.value_or(default_iterations);
  if (report.passed() && iterations > 0) {
    report.timing = device.time(report.configuration, options.warmup.value_or(default_warmup), iterations);
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

int follow(const Program& program, const Options& options, std::ostream& out, std::ostream* progress_terminal) {
  if (!options.help.empty()) {
    out << options.help;
    return exit_success;
  }
  if (options.list_configurations) {
    const Version& version = any_version(program);
    options.report.write(out, configurations_to_text(version), configurations_to_json(version));
    return exit_success;
  }
  const RunReport report = run(program, options, progress_terminal);
  if (options.events_file) {
    options.events_file->write(chrome_trace(report.emulation->report));
  }
  options.report.write(out, to_text(report), to_json(report));
  return report.passed() ? exit_success : exit_wrong_result;
}

}  // namespace

int run_program(const Program& program, int argc, const char* const* argv, std::ostream& out,
                std::ostream& error_output, std::ostream* progress_terminal) {
  return run_guarded(program.name, out, error_output,
                     [&] { return follow(program, parse_options(program.name, argc, argv), out, progress_terminal); });
}

int run_program(const Program& program, int argc, const char* const* argv) {
  prepare_standard_streams();
  return run_program(program, argc, argv, std::cout, std::cerr, terminal());
}

}  // namespace matmul
