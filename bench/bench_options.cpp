#include "bench/bench_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>

#include "bench/build_facts.hpp"
#include "errors.hpp"
#include "harness/option_values.hpp"

namespace matmul {
namespace {

constexpr std::array<const char*, 6> contenders = {"v1", "v2", "v3", "v4", "cublas", "cublaslt"};

void add_row(std::vector<RowName>& rows, const RowName& row) {
  if (std::find(rows.begin(), rows.end(), row) == rows.end()) {
    rows.push_back(row);
  }
}

// The rows in the order of the command line, behind cuBLAS, which every ratio needs.
std::vector<RowName> rows_of(const std::optional<std::string>& versions, const std::optional<std::string>& configs) {
  std::vector<RowName> rows = {{"cublas", "default"}};
  if (versions || !configs) {
    for (const std::string& part : split_list(versions.value_or("v1,v2,v3,v4,cublaslt"), "--versions")) {
      const RowName row = parse_row_name(part, "--versions");
      if (part.find(':') != std::string::npos) {
        throw InvalidInput(fmt::format("--versions has '{}', but takes versions alone; --configs takes it", part));
      }
      add_row(rows, row);
    }
  }
  if (configs) {
    for (const std::string& part : split_list(*configs, "--configs")) {
      add_row(rows, parse_row_name(part, "--configs"));
    }
  }
  return rows;
}

// The command as others would repeat it: without the places of its output, and of its input the file's name alone.
std::string joined_command(int argc, const char* const* argv) {
  static const std::vector<std::string> places = {"--json", "--csv", "--results", "--commit"};
  const auto is_place = [&](const std::string& argument) {
    return std::find(places.begin(), places.end(), argument.substr(0, argument.find('='))) != places.end();
  };
  std::string command = "bench_matmul";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (is_place(argument)) {
      i += argument.find('=') == std::string::npos ? 1 : 0;
      continue;
    }
    const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
    const std::size_t value = equals == std::string::npos ? 0 : equals + 1;
    const std::size_t folder_end = argument.rfind('/');
    const std::size_t name = folder_end == std::string::npos || folder_end < value ? value : folder_end + 1;
    command += fmt::format(" {}{}", argument.substr(0, value), argument.substr(name));
  }
  return command;
}

std::string help_footer() {
  std::string text = "\nSets of shapes:\n";
  for (const ShapeSet& set : shape_sets()) {
    text += fmt::format("  {:<10} {}\n", set.name, set.about);
  }
  return text +
         "\nEvery result is checked against cuBLAS before it is timed. Times are of back-to-back launches between two "
         "CUDA\nevents; rounds of all rows come in random order, because the GPU's clock drifts with its power and "
         "temperature.\nWithout a Hopper GPU the newest recorded result is shown.\n";
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

RowName parse_row_name(const std::string& text, const std::string& option) {
  const std::size_t colon = text.find(':');
  RowName row{text.substr(0, colon), colon == std::string::npos ? "default" : text.substr(colon + 1)};
  if (std::find(contenders.begin(), contenders.end(), row.contender) == contenders.end()) {
    throw InvalidInput(fmt::format("{} has '{}', but must be one of: {}", option, text, fmt::join(contenders, ", ")));
  }
  if (row.contender.starts_with("cublas") && row.configuration != "default") {
    throw InvalidInput(fmt::format("{} has '{}', but {} has no configurations", option, text, row.contender));
  }
  if (row.configuration.empty()) {
    throw InvalidInput(
        fmt::format("{} has '{}', but a configuration's name must follow the colon; --list prints them", option, text));
  }
  return row;
}

std::vector<RowName> ablation_rows() {
  return {{"cublas", "default"}, {"v1", "default"}, {"v2", "all"},
          {"v3", "all"},         {"v4", "all"},     {"cublaslt", "default"}};
}

BenchOptions parse_bench_options(int argc, const char* const* argv) {
  BenchOptions options;
  std::optional<std::string> versions;
  std::optional<std::string> configs;
  std::string shapes = "square";
  std::string rounds = std::to_string(default_rounds);
  std::string batch_ms = "10";
  std::string pause_ms = "50";
  std::string warmup_ms = "400";
  std::string seed = "0";
  std::string init = "uniform";
  std::string profile_one;
  bool no_rotation = false;
  options.results_folder = build_facts::results_folder;
  options.commit = environment("HOPPER_COMMIT").empty() ? build_facts::commit : environment("HOPPER_COMMIT");

  CLI::App app("Compares the versions with cuBLAS and cuBLASLt on a Hopper GPU.", "bench_matmul");
  app.set_help_flag("-h,--help", "Print this and exit");
  app.footer(help_footer());
  app.add_option("--shapes", shapes, "Comma-separated: MxNxK or the name of a set [square]")->type_name("LIST");
  app.add_option("--versions", versions,
                 "Whose default configurations to run, beside cublas [v1,v2,v3,v4,cublaslt; none when --configs is "
                 "given]")
      ->type_name("LIST");
  app.add_option("--configs", configs, "Further configurations, like v4:2-stages or v3:all; --list prints them")
      ->type_name("LIST");
  app.add_option("--rounds", rounds,
                 fmt::format("Timed rounds of every row, {} or more [{}]", smallest_rounds, default_rounds))
      ->type_name("NUMBER");
  app.add_option("--batch-ms", batch_ms, "Milliseconds of back-to-back launches in a round, 1 to 400 launches [10]")
      ->type_name("NUMBER");
  app.add_option("--pause-ms", pause_ms,
                 "Idle milliseconds before each round; 0: no pause, the GPU stays at its power limit [50]")
      ->type_name("NUMBER");
  app.add_option("--warmup-ms", warmup_ms, "Milliseconds of untimed rounds before each shape [400]")
      ->type_name("NUMBER");
  app.add_option("--init", init, "Values of A and B: uniform, normal or integer; never zeros [uniform]")
      ->type_name("KIND");
  app.add_option("--seed", seed, "Of the values [0]")->type_name("NUMBER");
  app.add_flag("--one-set", no_rotation, "Use one set of operands even where it stays in the L2 cache");
  app.add_option("--json", options.json_file, "Write everything that was measured there")->type_name("FILE");
  app.add_option("--csv", options.csv_file, "Write the rows there")->type_name("FILE");
  app.add_option("--profiles", options.profiles_file,
                 "Output of bench/profile.py, for the verdicts on tensor pipe and DRAM")
      ->type_name("FILE");
  app.add_option("--results", options.results_folder, "Recorded results, shown where there is no Hopper GPU")
      ->type_name("FOLDER");
  app.add_option("--commit", options.commit, "The project's commit, to be recorded [HOPPER_COMMIT, or the build's]")
      ->type_name("TEXT");
  app.add_option("--profile-one", profile_one,
                 "Run one row once between cudaProfilerStart and cudaProfilerStop, after an untimed run: for ncu "
                 "--profile-from-start off")
      ->type_name("ROW");
  app.add_flag("--list", options.list, "Print the configurations and the sets of shapes, and exit");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw InvalidInput(fmt::format("{}; --help lists the options", error.what()));
  }

  options.command = joined_command(argc, argv);
  options.shapes = parse_shapes(shapes);
  options.shapes_argument = shapes;
  const auto parts = split_list(shapes, "--shapes");
  options.ablations = std::find(parts.begin(), parts.end(), ablations_set) != parts.end();
  if (options.ablations && parts.size() > 1) {
    throw InvalidInput(
        fmt::format("--shapes is '{}', but {} brings its own rows and can't be mixed", shapes, ablations_set));
  }
  if (options.ablations && (versions || configs)) {
    throw InvalidInput(
        fmt::format("--shapes {} brings its own rows, so --versions and --configs make no sense beside "
                    "it",
                    ablations_set));
  }
  options.rows = options.ablations ? ablation_rows() : rows_of(versions, configs);
  options.rounds = parse_number("--rounds", rounds, smallest_rounds, 10000);
  options.batch_ms = parse_number("--batch-ms", batch_ms, 0.0, 1000.0);
  options.pause_ms = parse_number("--pause-ms", pause_ms, 0.0, 1000.0);
  options.warmup_ms = parse_number("--warmup-ms", warmup_ms, 0.0, 60000.0);
  options.seed = parse_number<std::uint64_t>("--seed", seed, 0, ~std::uint64_t{0});
  options.rotate = !no_rotation;
  if (init != "uniform" && init != "normal" && init != "integer") {
    throw InvalidInput(fmt::format("--init is '{}', but must be one of: uniform, normal, integer", init));
  }
  options.init = init == "normal" ? Init::normal : init == "integer" ? Init::integer : Init::uniform;
  if (!profile_one.empty()) {
    options.profile_one = parse_row_name(profile_one, "--profile-one");
    if (options.profile_one->configuration == "all") {
      throw InvalidInput("--profile-one takes one configuration, not all");
    }
  }
  return options;
}

}  // namespace matmul
