#include "harness/cli/options.hpp"

#include <fmt/format.h>

#include <limits>

#include "errors.hpp"
#include "harness/command_line.hpp"
#include "problem.hpp"

namespace matmul {
namespace {

void add_options(CommandLine& line, Options& options) {
  constexpr std::int64_t smallest_extent = 1;
  constexpr std::int64_t k_step = 8;  // validate() says why
  line.group("What to compute");
  line.number("--m", "Rows of A and C [8192 on a GPU, 512 in the emulator]", options.m, smallest_extent,
              largest_extent);
  line.number("--n", "Rows of B, columns of C [the same]", options.n, smallest_extent, largest_extent);
  line.number("--k", "Columns of A and B, a multiple of 8 [the same]", options.k, k_step,
              largest_extent / k_step * k_step, "multiple of 8");
  line.choice<Init>("--init", "Values of A and B; with integer, C must be exact [uniform]", options.init,
                    {{"uniform", Init::uniform}, {"normal", Init::normal}, {"integer", Init::integer}});
  line.number("--seed", "Of the values and of the emulator's schedule [0]", options.seed, std::uint64_t{0},
              std::numeric_limits<std::uint64_t>::max());
  line.text("--config", "NAME", "Configuration of the version [default]", options.configuration);
  line.flag("--list-configs", "Print the configurations and exit", options.list_configurations);

  line.group("How to run and report it");
  line.choice<DeviceChoice>(
      "--device", "Where to run; auto: on a Hopper GPU if there is one [auto]", options.device,
      {{"auto", DeviceChoice::automatic}, {"gpu", DeviceChoice::gpu}, {"cpu", DeviceChoice::cpu}});
  line.flag("--no-check", "Don't compare the result with a reference", options.check, false);
  line.json(options.report);

  line.group("Timing (on a GPU; each of these chooses it)");
  line.number("--iterations", "Timed rounds of the version and of cuBLAS, in turns; 0: no timing [20]",
              options.iterations, 0, 10000);
  line.number("--warmup", "Rounds before them that are not timed [3]", options.warmup, 0, 10000);

  line.group("The emulator (on the CPU; each of these chooses it)");
  line.choice("--policy", "When asynchronous operations take effect [random]", options.policy, completion_policies());
  line.number("--threads", "CPU threads to use [one per core]", options.threads, 1, 1024);
  line.file("--events", "Write the event log of one CTA there, as Chrome trace JSON (for Perfetto)",
            options.events_file);
}

std::string first_given(const CommandLine& line, const std::vector<const char*>& names) {
  for (const char* name : names) {
    if (line.has(name)) {
      return name;
    }
  }
  return "";
}

// Lets options of one device choose it, and refuses those of the other.
void settle_device(const CommandLine& line, Options& options) {
  const std::string for_cpu = first_given(line, {"--policy", "--threads", "--events"});
  const std::string for_gpu = first_given(line, {"--iterations", "--warmup"});
  if (!for_cpu.empty() && !for_gpu.empty()) {
    throw InvalidInput(fmt::format(
        "{} is about the emulator and {} about timing on a GPU; one run can't do both, so leave one of them out",
        for_cpu, for_gpu));
  }
  if (options.device == DeviceChoice::gpu && !for_cpu.empty()) {
    throw InvalidInput(
        fmt::format("{} is about the emulator, which --device gpu does not use; use --device cpu or "
                    "leave {} out",
                    for_cpu, for_cpu));
  }
  if (options.device == DeviceChoice::cpu && !for_gpu.empty()) {
    throw InvalidInput(
        fmt::format("{} is about timing, which --device cpu does not do, because the emulator's speed "
                    "says nothing of a GPU's; use --device gpu or leave {} out",
                    for_gpu, for_gpu));
  }
  if (line.has("--device")) {
    if (options.device != DeviceChoice::automatic) {
      options.device_reason = "--device asked for it";
    }
  }
  if (options.device == DeviceChoice::automatic && !for_cpu.empty()) {
    options.device = DeviceChoice::cpu;
    options.device_reason = for_cpu + " was given";
  }
  if (options.device == DeviceChoice::automatic && !for_gpu.empty()) {
    options.device = DeviceChoice::gpu;
    options.device_reason = for_gpu + " was given";
  }
}

void check_listing(const CommandLine& line) {
  for (const std::string& name : line.given()) {
    if (name != "--list-configs" && name != "--json") {
      throw InvalidInput(fmt::format("--list-configs runs nothing, so {} makes no sense beside it", name));
    }
  }
}

void check_files(const Options& options) {
  const std::optional<OutputFile>& json = options.report.json_file();
  if (json && options.events_file && json->same_as(*options.events_file)) {
    throw InvalidInput(
        fmt::format("--json and --events both name the file '{}', but each needs one of its own", json->path()));
  }
}

}  // namespace

Options parse_options(const std::string& program, int argc, const char* const* argv) {
  Options options;
  CommandLine line(program, "C[m, n] = A[m, k] * B[n, k]^T in fp16, on a Hopper GPU or in the emulator.");
  add_options(line, options);
  options.help = line.parse(argc, argv);
  if (!options.help.empty()) {
    return options;
  }
  if (options.list_configurations) {
    check_listing(line);
  }
  settle_device(line, options);
  check_files(options);
  return options;
}

const std::vector<std::pair<std::string, CompletionPolicy>>& completion_policies() {
  static const std::vector<std::pair<std::string, CompletionPolicy>> policies = {
      {"early", CompletionPolicy::early}, {"late", CompletionPolicy::late}, {"random", CompletionPolicy::random}};
  return policies;
}

std::string policy_name(CompletionPolicy policy) {
  return completion_policies().at(static_cast<std::size_t>(policy)).first;
}

}  // namespace matmul
