#include "harness/cli/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "harness/option_values.hpp"

namespace matmul {
namespace {

// Collects options whose values are parsed here rather than by CLI11, so that all errors read alike.
class CommandLine {
 public:
  explicit CommandLine(const std::string& program) : app_("", program) {
    app_.description("C[m, n] = A[m, k] * B[n, k]^T in fp16, on a Hopper GPU or in the emulator.");
    app_.set_help_flag("-h,--help", "Print this and exit");
  }

  template <typename Target>
  void number(const char* name, const char* help, Target& target, Target smallest, Target largest,
              const char* group = "Options") {
    value(name, help, "NUMBER", group,
          [=, &target](const std::string& text) { target = parse_number<Target>(name, text, smallest, largest); });
  }

  template <typename Number>
  void number(const char* name, const char* help, std::optional<Number>& target, Number smallest, Number largest,
              const char* group) {
    value(name, help, "NUMBER", group,
          [=, &target](const std::string& text) { target = parse_number<Number>(name, text, smallest, largest); });
  }

  template <typename Target, typename Value>
  void choice(const char* name, const char* help, Target& target,
              const std::vector<std::pair<std::string, Value>>& choices, const char* group) {
    std::vector<std::string> names;
    for (const auto& [choice_name, unused] : choices) {
      names.push_back(choice_name);
    }
    value(name, help, fmt::format("{}", fmt::join(names, "|")), group,
          [=, &target](const std::string& text) { target = parse_choice<Value>(name, text, choices); });
  }

  void text(const char* name, const char* help, const char* type, std::optional<std::string>& target,
            const char* group) {
    value(name, help, type, group, [&target](const std::string& given) { target = given; });
  }

  void flag(const char* name, const char* help, const char* group, bool& target, bool when_given = true) {
    app_.add_flag_callback(
            name, [&target, when_given] { target = when_given; }, help)
        ->group(group);
  }

  // The text of the help when it was asked for.
  std::string parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return app_.help();
    } catch (const CLI::ParseError& error) {
      throw InvalidInput(fmt::format("{}; --help lists the options", error.what()));
    }
    return "";
  }

  bool has(const char* name) const { return app_.count(name) > 0; }

  std::vector<std::string> given() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_.get_options()) {
      if (option->count() > 0) {
        names.push_back(option->get_name());
      }
    }
    return names;
  }

 private:
  template <typename Parse>
  void value(const char* name, const char* help, const std::string& type, const char* group, Parse parse) {
    app_.add_option_function<std::string>(name, parse, help)->type_name(type)->group(group);
  }

  CLI::App app_;
};

constexpr const char* what_group = "What to compute";
constexpr const char* how_group = "How to run and report it";
constexpr const char* gpu_group = "Timing (on a GPU; each of these chooses it)";
constexpr const char* cpu_group = "The emulator (on the CPU; each of these chooses it)";

void add_options(CommandLine& line, Options& options) {
  // The finer rules are those of validate().
  constexpr std::int64_t smallest_extent = 1;
  constexpr std::int64_t largest_extent = std::numeric_limits<std::int32_t>::max();
  line.number("--m", "Rows of A and C [8192 on a GPU, 512 in the emulator]", options.m, smallest_extent, largest_extent,
              what_group);
  line.number("--n", "Rows of B, columns of C [the same]", options.n, smallest_extent, largest_extent, what_group);
  line.number("--k", "Columns of A and B, a multiple of 8 [the same]", options.k, smallest_extent, largest_extent,
              what_group);
  line.choice<Init, Init>("--init", "Values of A and B; with integer, C must be exact [uniform]", options.init,
                          {{"uniform", Init::uniform}, {"normal", Init::normal}, {"integer", Init::integer}},
                          what_group);
  line.number("--seed", "Of the values and of the emulator's schedule [0]", options.seed, std::uint64_t{0},
              std::numeric_limits<std::uint64_t>::max(), what_group);
  line.text("--config", "Configuration of the version [default]", "NAME", options.configuration, what_group);
  line.flag("--list-configs", "Print the configurations and exit", what_group, options.list_configurations);

  line.choice<DeviceChoice, DeviceChoice>(
      "--device", "Where to run; auto: on a Hopper GPU if there is one [auto]", options.device,
      {{"auto", DeviceChoice::automatic}, {"gpu", DeviceChoice::gpu}, {"cpu", DeviceChoice::cpu}}, how_group);
  line.flag("--no-check", "Don't compare the result with a reference", how_group, options.check, false);
  line.flag("--json", "Print one JSON object and nothing else", how_group, options.json);

  line.number("--iterations", "Timed rounds of the version and of cuBLAS, in turns; 0: no timing [20]",
              options.iterations, 0, 10000, gpu_group);
  line.number("--warmup", "Rounds before them that are not timed [3]", options.warmup, 0, 10000, gpu_group);

  line.choice<std::optional<CompletionPolicy>, CompletionPolicy>(
      "--policy", "When asynchronous operations take effect [random]", options.policy,
      {{"early", CompletionPolicy::early}, {"late", CompletionPolicy::late}, {"random", CompletionPolicy::random}},
      cpu_group);
  line.number("--threads", "CPU threads to use [one per core]", options.threads, 1, 1024, cpu_group);
  line.text("--events", "Write the event log of one CTA there, as Chrome trace JSON (for Perfetto)", "FILE",
            options.events_file, cpu_group);
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

}  // namespace

Options parse_options(const std::string& program, int argc, const char* const* argv) {
  Options options;
  CommandLine line(program);
  add_options(line, options);
  options.help = line.parse(argc, argv);
  if (!options.help.empty()) {
    return options;
  }
  if (options.list_configurations) {
    check_listing(line);
  }
  settle_device(line, options);
  return options;
}

std::string policy_name(CompletionPolicy policy) {
  switch (policy) {
    case CompletionPolicy::early: return "early";
    case CompletionPolicy::late: return "late";
    case CompletionPolicy::random: return "random";
  }
  return "unknown";
}

}  // namespace matmul
