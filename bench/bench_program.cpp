#include "bench/bench_program.hpp"

#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "errors.hpp"
#include "harness/cli/program.hpp"
#include "harness/output_file.hpp"

namespace matmul {
namespace {

void print_list(const Versions& versions, std::ostream& out) {
  out << "Configurations\n";
  for (const Version* version : versions) {
    out << fmt::format("  {}: {}\n", version->name, version->title);
    for (const Configuration& configuration : version->configurations) {
      out << fmt::format("    {:<26} {}\n", version->name + ":" + configuration.name, configuration.why);
    }
  }
  out << "  cublas: cublasGemmEx with its default algorithm, always run\n"
         "  cublaslt: cublasLtMatmul, the fastest of its heuristic's suggestions\nSets of shapes\n";
  for (const ShapeSet& set : shape_sets()) {
    out << fmt::format("  {}: {}\n", set.name, set.about);
    for (const Shape& shape : set.shapes) {
      out << fmt::format("    {:<18} {}\n", shape_text(shape.problem), shape.label);
    }
  }
}

void run_and_report(const BenchBackend& backend, const BenchOptions& options, std::ostream& out,
                    std::ostream& error_output) {
  std::optional<OutputFile> file;  // checked now, so that no run is lost to a folder that does not exist
  if (!options.json_file.empty() && options.json_file != "-") {
    file.emplace("--json", options.json_file);
  }
  const BenchRecord record = backend.run(options, error_output);
  if (file) {
    file->write(to_json(record));
  }
  out << (options.json_file == "-" ? to_json(record) : to_table(record));
}

void dispatch(const BenchBackend& backend, const BenchOptions& options, std::ostream& out, std::ostream& error_output) {
  if (!options.help.empty()) {
    out << options.help;
  } else if (options.list) {
    print_list(backend.versions, out);
  } else if (options.profile_one) {
    backend.profile(options);
  } else {
    run_and_report(backend, options, out, error_output);
  }
  if (!out.flush()) {
    throw DeviceError("writing to standard output failed; is it closed, or the disk full?");
  }
}

}  // namespace

int run_bench_program(const BenchBackend& backend, int argc, const char* const* argv, std::ostream& out,
                      std::ostream& error_output) {
  const auto fail = [&](int code, const char* message) {
    error_output << "bench_matmul: " << message << '\n';
    return code;
  };
  try {
    dispatch(backend, parse_bench_options(backend.versions, backend.commit, argc, argv), out, error_output);
    return exit_success;
  } catch (const WrongResult& error) {
    return fail(exit_wrong_result, error.what());
  } catch (const InvalidInput& error) {
    return fail(exit_invalid_input, error.what());
  } catch (const std::exception& error) {
    return fail(exit_device_error, error.what());
  }
}

}  // namespace matmul
