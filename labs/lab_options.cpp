#include "lab_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "errors.hpp"
#include "harness/cli/options.hpp"
#include "harness/command_line.hpp"

namespace matmul {
namespace {

void refuse(const CommandLine& line, const char* option, const char* why) {
  if (line.has(option)) {
    throw InvalidInput(fmt::format("{} {}", option, why));
  }
}

}  // namespace

LabOptions parse_lab_options(int argc, const char* const* argv) {
  constexpr int most_runs = 1'000'000;
  LabOptions options;
  CommandLine line("lab", "Small pipelines, each broken in one place. The emulator's report is the answer.");
  line.positional("name", "NAME", "The lab to run", options.name);
  line.flag("--list", "Print the labs and their questions, and exit", options.list);
  line.flag("--fixed", "Run the repaired twin", options.fixed);
  line.choice<bool>("--device", "The emulator, or a Hopper GPU, where nothing is checked but the numbers [cpu]",
                    options.on_gpu, {{"cpu", false}, {"gpu", true}});
  line.number("--k-tiles", fmt::format("K-tiles of 64 to multiply [{}]", options.k_tiles), options.k_tiles, 1,
              most_k_tiles);
  line.number("--seed", "Of the values and of the emulator's schedule [0]", options.seed, std::uint64_t{0},
              std::numeric_limits<std::uint64_t>::max());
  line.choice("--policy", "Emulator: when asynchronous operations take effect [random]", options.policy,
              completion_policies());
  line.number("--runs", fmt::format("GPU: launches [{}]", options.runs), options.runs, 1, most_runs);
  line.json(options.report);
  options.help = line.parse(argc, argv);
  if (!options.help.empty()) {
    return options;
  }
  if (options.list && line.given().size() > 1) {
    throw InvalidInput("--list runs nothing, so it stands alone");
  }
  if (!options.list && options.name.empty()) {
    throw InvalidInput("which lab? Give its name; --list prints them all");
  }
  if (options.on_gpu) {
    refuse(line, "--policy", "is the emulator's, but --device gpu was given");
  } else {
    refuse(line, "--runs", "is for --device gpu; in the emulator one run tells all");
  }
  return options;
}

}  // namespace matmul
