#include "harness/cli/program.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <new>

#include "errors.hpp"
#include "harness/cli/device_selection.hpp"
#include "harness/cli/options.hpp"
#include "harness/cli/run_report.hpp"

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

RunReport run(const Program& program, const Options& options, std::ostream& error_output) {
  const auto start = std::chrono::steady_clock::now();
  check_input(program, options);
  const SelectedDevice selected = select_device(program, options);
  if (!selected.warning.empty()) {
    error_output << fmt::format("{}: {}\n", program.name, selected.warning);
  }
  Device& device = *selected.device;
  RunReport report{.version = selected.version->name,
                   .title = selected.version->title,
                   .configuration = chosen_configuration(*selected.version, options),
                   .device = {},
                   .device_reason = selected.reason,
                   .problem = chosen_problem(device.default_problem(), options),
                   .init = options.init,
                   .seed = options.seed,
                   .check = std::nullopt,
                   .timing = std::nullopt,
                   .emulation = std::nullopt};

  device.prepare(report.problem, options.init, options.seed);
  report.device = device.summary();
  device.run(report.configuration);
  report.emulation = device.emulation();
  if (options.check) {
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

int follow(const Program& program, const Options& options, std::ostream& out, std::ostream& error_output) {
  if (!options.help.empty()) {
    out << options.help;
    return exit_success;
  }
  if (options.list_configurations) {
    const Version& version = any_version(program);
    out << (options.json ? configurations_to_json(version) : configurations_to_text(version));
    return exit_success;
  }
  const RunReport report = run(program, options, error_output);
  out << (options.json ? to_json(report) : to_text(report));
  return report.passed() ? exit_success : exit_wrong_result;
}

}  // namespace

int run_program(const Program& program, int argc, const char* const* argv, std::ostream& out,
                std::ostream& error_output) {
  const auto fail = [&](const char* message, ExitCode code) {
    error_output << fmt::format("{}: {}\n", program.name, message);
    return code;
  };
  try {
    const int code = follow(program, parse_options(program.name, argc, argv), out, error_output);
    out.flush();
    return out ? code : fail("the report can't be written to standard output", exit_device_error);
  } catch (const InvalidInput& error) {
    return fail(error.what(), exit_invalid_input);
  } catch (const DeviceError& error) {
    return fail(error.what(), exit_device_error);
  } catch (const std::bad_alloc&) {
    return fail("the computer's memory does not hold the matrices; choose a smaller problem", exit_device_error);
  } catch (const std::exception& error) {
    return fail(fmt::format("unexpected error, please report it: {}", error.what()).c_str(), exit_device_error);
  }
}

int run_program(const Program& program, int argc, const char* const* argv) {
  return run_program(program, argc, argv, std::cout, std::cerr);
}

}  // namespace matmul
