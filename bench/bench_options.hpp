/// \file
/// The command line of bench_matmul.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/shape_sets.hpp"
#include "harness/operand_fill.hpp"

namespace matmul {

/// One thing to measure, as the command line names it: "v4:2-stages" or "cublas".
struct RowName {
  std::string contender;      ///< "v1" to "v4", "cublas" or "cublaslt"
  std::string configuration;  ///< "default", or "all" for every one; of cublas and cublaslt always "default"

  bool operator==(const RowName&) const = default;
};

/// What the command line asks for.
struct BenchOptions {
  std::vector<Shape> shapes;
  std::string shapes_argument;  ///< as given
  std::vector<RowName> rows;    ///< cublas is always among them, and first
  bool ablations = false;       ///< the set of that name was asked for
  int rounds = 0;
  double batch_ms = 0;
  double pause_ms = 0;  ///< idle before each round
  double warmup_ms = 0;
  Init init = Init::uniform;
  std::uint64_t seed = 0;
  bool rotate = true;  ///< small problems go round several sets of operands
  std::string json_file;
  std::string csv_file;
  std::string profiles_file;
  std::string results_folder;  ///< recorded results, for machines without a Hopper GPU
  std::string commit;          ///< of the project, as recorded
  std::optional<RowName> profile_one;
  bool list = false;
  std::string command;  ///< the command line itself
  std::string help;     ///< not empty when help was asked for, which is then all that is to be done
};

inline constexpr int default_rounds = 15;
inline constexpr int smallest_rounds = 2;

/// Reads the command line; the names of configurations are checked later, by who knows them.
/// \throws InvalidInput for a command line that can't be followed
BenchOptions parse_bench_options(int argc, const char* const* argv);

/// Reads "v4:2-stages", "v4:all", "v4" or "cublas".
/// \throws InvalidInput naming `option` when the contender does not exist
RowName parse_row_name(const std::string& text, const std::string& option);

/// The rows of the ablations set.
std::vector<RowName> ablation_rows();

}  // namespace matmul
