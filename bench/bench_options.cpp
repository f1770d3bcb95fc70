#include "bench/bench_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "errors.hpp"
#include "harness/command_line.hpp"

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

  CommandLine line("bench_matmul", "Compares the versions with cuBLAS and cuBLASLt on a Hopper GPU.");
  line.footer(help_footer());
  line.text("--shapes", "LIST", "Comma-separated: MxNxK or the name of a set [square]", options.shapes_argument);
  line.text("--versions", "LIST",
            "Whose default configurations to run, beside cublas [all and cublaslt; none when --configs is given]",
            versions);
  line.text("--configs", "LIST", "Further configurations, like v4:2-stages or v3:all; --list prints them", configs);
  line.number("--rounds", "Timed rounds of every row [15]", options.rounds, 2, 10000);
  line.number("--batch-ms", "Milliseconds of back-to-back launches in a round, 1 to 400 launches [10]",
              options.batch_ms, 0.0, 1000.0);
  line.number("--pause-ms", "Idle milliseconds before each round; 0: no pause, the GPU stays at its power limit [50]",
              options.pause_ms, 0.0, 1000.0);
  line.number("--warmup-ms", "Milliseconds of untimed rounds before each shape [400]", options.warmup_ms, 0.0, 60000.0);
  line.choice<Init>("--init", "Values of A and B; never zeros [uniform]", options.init,
                    {{"uniform", Init::uniform}, {"normal", Init::normal}, {"integer", Init::integer}});
  line.number("--seed", "Of the values and of the order of the rounds [0]", options.seed, std::uint64_t{0},
              std::numeric_limits<std::uint64_t>::max());
  line.flag("--one-set", "Use one set of operands even where it stays in the L2 cache", options.rotate, false);
  line.json(options.report);
  line.text("--commit", "TEXT", "The project's commit, to be recorded [HOPPER_COMMIT, or the build's]", options.commit);
  line.text("--profile-one", "ROW",
            "Run one row once between cudaProfilerStart and cudaProfilerStop, after an untimed run: for ncu "
            "--profile-from-start off",
            profile_one);
  line.flag("--list", "Print the configurations and the sets of shapes, and exit", options.list);
  options.help = line.parse(argc, argv);
  if (!options.help.empty()) {
    return options;
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
