#include "bench/bench_program.hpp"

#include <fmt/format.h>

#include <ostream>

#include "harness/guarded_run.hpp"

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
  const BenchRecord record = backend.run(options, error_output);
  if (const auto& file = options.report.json_file()) {
    file->write(to_json(record));
  }
  out << (options.report.json_alone() ? to_json(record) : to_table(record));
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
}

}  // namespace

int run_bench_program(const BenchBackend& backend, int argc, const char* const* argv, std::ostream& out,
                      std::ostream& error_output) {
  return run_guarded("bench_matmul", out, error_output, [&]() -> int {
    try {
      dispatch(backend, parse_bench_options(backend.versions, backend.commit, argc, argv), out, error_output);
      return exit_success;
    } catch (const WrongResult& error) {
      error_output << "bench_matmul: " << error.what() << '\n';
      return exit_wrong_result;
    }
  });
}

}  // namespace matmul
