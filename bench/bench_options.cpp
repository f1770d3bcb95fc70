#include "bench/bench_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "errors.hpp"
#include "harness/option_values.hpp"

namespace matmul {
namespace {

constexpr std::array<const char*, 2> libraries = {"cublas", "cublaslt"};

// Finds what is to be measured by the names in an option's value.
class TargetList {
 public:
  explicit TargetList(const Versions& versions) : versions_(versions) {}

  // Adds those of "v4:2-stages", "v4:all", "v4" or "cublas".
  void add(const std::string& option, const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string contender = text.substr(0, colon);
    if (std::find(libraries.begin(), libraries.end(), contender) != libraries.end()) {
      if (colon != std::string::npos) {
        throw InvalidInput(fmt::format("{} has '{}', but {} has no configurations", option, text, contender));
      }
      return add_once({contender});
    }
    const Version& version = version_of(option, text, contender);
    const std::string name = colon == std::string::npos ? "default" : text.substr(colon + 1);
    for (const Configuration& configuration : version.configurations) {
      if (name == configuration.name || name == "all") {
        add_once({contender, &version, &configuration});
      }
    }
    if (name != "all") {
      static_cast<void>(find_configuration(version, name));
    }
  }

  void add_list(const std::string& option, const std::string& text) {
    for (const std::string& part : split_list(text, option)) {
      add(option, part);
    }
  }

  std::vector<Target> targets;

 private:
  const Version& version_of(const std::string& option, const std::string& text, const std::string& name) const {
    std::vector<std::string> names;
    for (const Version* version : versions_) {
      if (version->name == name) {
        return *version;
      }
      names.push_back(version->name);
    }
    names.insert(names.end(), libraries.begin(), libraries.end());
    throw InvalidInput(fmt::format("{} has '{}', but must be one of: {}", option, text, fmt::join(names, ", ")));
  }

  void add_once(const Target& target) {
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
      targets.push_back(target);
    }
  }

  const Versions& versions_;
};

// What to measure, in the order of the command line, behind cuBLAS, which every ratio needs.
std::vector<Target> targets_of(const Versions& known, const std::optional<std::string>& versions,
                               const std::optional<std::string>& configs, bool ablations) {
  TargetList list(known);
  list.add("", "cublas");
  if (versions) {
    if (versions->find(':') != std::string::npos) {
      throw InvalidInput(
          fmt::format("--versions is '{}', but takes versions alone; --configs takes configurations", *versions));
    }
    list.add_list("--versions", *versions);
  }
  if (configs) {
    list.add_list("--configs", *configs);
  }
  if (!versions && !configs) {
    for (const Version* version : known) {
      list.add("", version->name + (ablations ? ":all" : ""));
    }
    list.add("", "cublaslt");
  }
  return list.targets;
}

// The command as others would repeat it: without the places of its output.
std::string joined_command(int argc, const char* const* argv) {
  std::string command = "bench_matmul";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json" || argument == "--commit") {
      ++i;
    } else if (!argument.starts_with("--json=") && !argument.starts_with("--commit=")) {
      command += " " + argument;
    }
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
         "temperature.\nbench/show.py prints what --json recorded, with more figures than the table of this program.\n";
}

// Values that are missing, empty or an option, and flags that have one, which CLI11 takes or tells of in its own words.
void check_values(const CLI::App& app, int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const CLI::Option* option = name.starts_with("-") ? app.get_option_no_throw(name) : nullptr;
    if (option == nullptr) {
      continue;
    }
    if (option->get_expected_max() == 0 || name == "-h" || name == "--help") {
      if (equals != std::string::npos) {
        throw InvalidInput(fmt::format("{} takes no value, but '{}' was given", name, argument.substr(equals + 1)));
      }
      continue;
    }
    const char* next = i + 1 < argc ? argv[i + 1] : "";
    const std::string value = equals == std::string::npos ? next : argument.substr(equals + 1);
    if (value.empty() || value.starts_with("--")) {
      throw InvalidInput(fmt::format("{} needs a value: {}; --help lists the options", name, option->get_type_name()));
    }
    i += equals == std::string::npos ? 1 : 0;
  }
}

void require_alone(const std::vector<std::string>& parts, bool has_targets) {
  if (parts.size() > 1) {
    throw InvalidInput(fmt::format("--shapes is '{}', but {} brings its own rows and can't be mixed",
                                   fmt::join(parts, ","), ablations_set));
  }
  if (has_targets) {
    throw InvalidInput(fmt::format(
        "--shapes {} brings its own rows, so --versions and --configs make no sense beside it", ablations_set));
  }
}

}  // namespace

BenchOptions parse_bench_options(const Versions& known, const std::string& commit, int argc, const char* const* argv) {
  BenchOptions options;
  const char* environment = std::getenv("HOPPER_COMMIT");
  options.commit = environment == nullptr || *environment == '\0' ? commit : environment;
  options.shapes_argument = "square";
  std::optional<std::string> versions;
  std::optional<std::string> configs;
  std::optional<std::string> profile_one;

  CLI::App app("Compares the versions with cuBLAS and cuBLASLt on a Hopper GPU.", "bench_matmul");
  app.set_help_flag("-h,--help", "Print this and exit");
  app.footer(help_footer());
  const auto number = [&]<typename Number>(const char* name, const std::string& help, Number& target, Number smallest,
                                           Number largest) {
    const auto read = [=, &target](const std::string& text) {
      target = parse_number<Number>(name, text, smallest, largest);
    };
    app.add_option_function<std::string>(name, read, fmt::format("{} [{}]", help, target))->type_name("NUMBER");
  };
  app.add_option("--shapes", options.shapes_argument, "Comma-separated: MxNxK or the name of a set [square]")
      ->type_name("LIST");
  app.add_option("--versions", versions,
                 "Whose default configurations to run, beside cublas [all and cublaslt; none when --configs is given]")
      ->type_name("LIST");
  app.add_option("--configs", configs, "Further configurations, like v4:2-stages or v3:all; --list prints them")
      ->type_name("LIST");
  number("--rounds", "Timed rounds of every row", options.rounds, 2, 10000);
  number("--batch-ms", "Milliseconds of back-to-back launches in a round, 1 to 400 launches", options.batch_ms, 0.0,
         1000.0);
  number("--pause-ms", "Idle milliseconds before each round; 0: no pause, the GPU stays at its power limit",
         options.pause_ms, 0.0, 1000.0);
  number("--warmup-ms", "Milliseconds of untimed rounds before each shape", options.warmup_ms, 0.0, 60000.0);
  app.add_option_function<std::string>(
         "--init",
         [&](const std::string& text) {
           options.init = parse_choice<Init>(
               "--init", text, {{"uniform", Init::uniform}, {"normal", Init::normal}, {"integer", Init::integer}});
         },
         "Values of A and B: uniform, normal or integer; never zeros [uniform]")
      ->type_name("KIND");
  number("--seed", "Of the values and of the order of the rounds", options.seed, std::uint64_t{0},
         std::numeric_limits<std::uint64_t>::max());
  app.add_flag_callback(
      "--one-set", [&] { options.rotate = false; }, "Use one set of operands even where it stays in the L2 cache");
  app.add_option("--json", options.json_file, "Write everything that was measured there; - is standard output")
      ->type_name("FILE");
  app.add_option("--commit", options.commit, "The project's commit, to be recorded [HOPPER_COMMIT, or the build's]")
      ->type_name("TEXT");
  app.add_option("--profile-one", profile_one,
                 "Run one row once between cudaProfilerStart and cudaProfilerStop, after an untimed run: for ncu "
                 "--profile-from-start off")
      ->type_name("ROW");
  app.add_flag("--list", options.list, "Print the configurations and the sets of shapes, and exit");
  check_values(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw InvalidInput(fmt::format("{}; --help lists the options", error.what()));
  }

  options.command = joined_command(argc, argv);
  options.shapes = parse_shapes(options.shapes_argument);
  const auto parts = split_list(options.shapes_argument, "--shapes");
  const bool ablations = std::find(parts.begin(), parts.end(), ablations_set) != parts.end();
  if (ablations) {
    require_alone(parts, versions || configs);
  }
  options.targets = targets_of(known, versions, configs, ablations);
  if (profile_one) {
    TargetList list(known);
    list.add("--profile-one", *profile_one);
    if (list.targets.size() > 1) {
      throw InvalidInput(fmt::format("--profile-one is '{}', but takes one configuration", *profile_one));
    }
    options.profile_one = list.targets.front();
  }
  return options;
}

}  // namespace matmul
