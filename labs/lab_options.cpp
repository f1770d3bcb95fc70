#include "lab_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <limits>

#include "errors.hpp"
#include "harness/option_values.hpp"

namespace matmul {
namespace {

void refuse(const CLI::App& app, const char* option, const char* why) {
  if (app.count(option) > 0) {
    throw InvalidInput(fmt::format("{} {}", option, why));
  }
}

}  // namespace

LabOptions parse_lab_options(int argc, const char* const* argv, std::string& help) {
  constexpr int most_runs = 1'000'000;
  LabOptions options;
  std::string device = "cpu";
  std::string policy = "random";
  std::string seed = "0";
  std::string runs = std::to_string(options.runs);
  std::string k_tiles = std::to_string(options.k_tiles);

  CLI::App app("Small pipelines, each broken in one place. The emulator's report is the answer.", "lab");
  app.set_help_flag("-h,--help", "Print this and exit");
  app.add_option("name", options.name, "The lab to run")->type_name("NAME");
  app.add_flag("--list", options.list, "Print the labs and their questions, and exit");
  app.add_flag("--fixed", options.fixed, "Run the repaired twin");
  app.add_option("--device", device, "The emulator, or a Hopper GPU, where nothing is checked but the numbers [cpu]")
      ->type_name("cpu|gpu");
  app.add_option("--k-tiles", k_tiles, fmt::format("K-tiles of 64 to multiply [{}]", k_tiles))->type_name("NUMBER");
  app.add_option("--seed", seed, "Of the values and of the emulator's schedule [0]")->type_name("NUMBER");
  app.add_option("--policy", policy, "Emulator: when asynchronous operations take effect [random]")
      ->type_name("early|late|random");
  app.add_option("--runs", runs, fmt::format("GPU: launches [{}]", runs))->type_name("NUMBER");
  app.add_option("--json", options.json_file, "Write the outcome there, as JSON")->type_name("FILE");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw InvalidInput(fmt::format("{}; --help lists the options", error.what()));
  }
  if (options.list && argc > 2) {
    throw InvalidInput("--list runs nothing, so it stands alone");
  }
  if (!options.list && options.name.empty()) {
    throw InvalidInput("which lab? Give its name; --list prints them all");
  }
  options.on_gpu = parse_choice<bool>("--device", device, {{"cpu", false}, {"gpu", true}});
  if (options.on_gpu) {
    refuse(app, "--policy", "is the emulator's, but --device gpu was given");
  } else {
    refuse(app, "--runs", "is for --device gpu; in the emulator one run tells all");
  }
  options.k_tiles = parse_number("--k-tiles", k_tiles, 1, most_k_tiles);
  options.seed = parse_number<std::uint64_t>("--seed", seed, 0, std::numeric_limits<std::uint64_t>::max());
  options.policy = parse_choice<CompletionPolicy>(
      "--policy", policy,
      {{"early", CompletionPolicy::early}, {"late", CompletionPolicy::late}, {"random", CompletionPolicy::random}});
  options.runs = parse_number("--runs", runs, 1, most_runs);
  return options;
}

}  // namespace matmul
