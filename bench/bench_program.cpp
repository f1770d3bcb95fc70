#include "bench/bench_program.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <ostream>

#include "bench/recorded_results.hpp"
#include "errors.hpp"
#include "harness/cli/program.hpp"

namespace matmul {
namespace {

// Told before anything is measured, so that no run is lost to a folder that does not exist.
void check_writable(const std::string& file, const char* option) {
  if (!file.empty() && !std::ofstream(file, std::ios::app)) {
    throw InvalidInput(fmt::format("{} is '{}', but that file can't be written", option, file));
  }
}

void write(const std::string& text, const std::string& file) {
  if (!file.empty() && !(std::ofstream(file) << text << std::flush)) {
    throw DeviceError(fmt::format("writing '{}' failed; is the disk full?", file));
  }
}

Profiles read_profiles(const std::string& file) {
  if (file.empty()) {
    return {};
  }
  std::ifstream stream(file);
  if (!stream) {
    throw InvalidInput(fmt::format("--profiles is '{}', but that file can't be read", file));
  }
  return profiles_from_json({std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, file);
}

void add_verdicts(BenchResult& result, const Profiles& profiles) {
  const auto time_of_row = [&](const std::string& name) {
    const BenchRow* row = find_row(result, {8192, 8192, 8192}, name);
    return row == nullptr ? std::nullopt : std::optional(summarize(row->times_ms).median);
  };
  result.verdicts = judge(time_of_row, profiles);
}

void print_list(const BenchBackend& backend, std::ostream& out) {
  out << "Configurations\n" << backend.list_configurations();
  out << "  cublas: cublasGemmEx with its default algorithm, always run\n"
         "  cublaslt: cublasLtMatmul, the fastest of its heuristic's suggestions\nSets of shapes\n";
  for (const ShapeSet& set : shape_sets()) {
    out << fmt::format("  {}: {}\n", set.name, set.about);
    for (const Shape& shape : set.shapes) {
      out << fmt::format("    {:<18} {}\n", shape_text(shape.problem), shape.label);
    }
  }
}

void show_recorded(const BenchOptions& options, const std::string& reason, std::ostream& out) {
  out << fmt::format("Nothing was measured: {}.\n", reason);
  const auto recorded = newest_result(options.results_folder, options.shapes);
  if (!recorded) {
    out << fmt::format("No recorded result was found in '{}'; --results names another folder.\n",
                       options.results_folder);
    return;
  }
  out << to_text(*recorded);
}

void run_and_report(const BenchBackend& backend, const BenchOptions& options, std::ostream& out,
                    std::ostream& error_output) {
  const Profiles profiles = read_profiles(options.profiles_file);
  check_writable(options.json_file, "--json");
  check_writable(options.csv_file, "--csv");
  BenchRun run = backend.run(options, error_output);
  if (!run.result) {
    show_recorded(options, run.reason, out);
    return;
  }
  if (options.ablations || !profiles.empty()) {
    add_verdicts(*run.result, profiles);
  }
  write(to_json(*run.result), options.json_file);
  write(to_csv(*run.result), options.csv_file);
  out << to_table(*run.result);
  if (!run.result->verdicts.empty()) {
    out << "\n" << to_text(run.result->verdicts);
  }
}

int dispatch(const BenchBackend& backend, const BenchOptions& options, std::ostream& out, std::ostream& error_output) {
  if (!options.help.empty()) {
    out << options.help;
  } else if (options.list) {
    print_list(backend, out);
  } else if (options.profile_one) {
    const std::string reason = backend.profile(options);
    if (!reason.empty()) {
      throw DeviceError(fmt::format("nothing to profile on: {}", reason));
    }
  } else {
    run_and_report(backend, options, out, error_output);
  }
  return exit_success;
}

}  // namespace

int run_bench_program(const BenchBackend& backend, int argc, const char* const* argv, std::ostream& out,
                      std::ostream& error_output) {
  const auto fail = [&](int code, const char* message) {
    error_output << "\nbench_matmul: " << message << '\n';
    return code;
  };
  try {
    return dispatch(backend, parse_bench_options(argc, argv), out, error_output);
  } catch (const WrongResult& error) {
    return fail(exit_wrong_result, error.what());
  } catch (const InvalidInput& error) {
    return fail(exit_invalid_input, error.what());
  } catch (const std::exception& error) {
    return fail(exit_device_error, error.what());
  }
}

}  // namespace matmul
