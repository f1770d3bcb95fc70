#include "bench/verdicts.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "bench/strips.hpp"
#include "errors.hpp"

namespace matmul {
namespace {

constexpr std::array<std::pair<Outcome, const char*>, 4> outcome_names = {{{Outcome::holds, "holds"},
                                                                           {Outcome::in_part, "holds in part"},
                                                                           {Outcome::fails, "does not hold"},
                                                                           {Outcome::not_measured, "not measured"}}};

// A larger share than this of the claimed effect counts as the claim holding.
constexpr double enough_of_the_effect = 0.5;

// "+11.2%" for a ratio of times of 1.112.
std::string gain_text(double ratio) { return fmt::format("{:+.1f}%", 100 * (ratio - 1)); }

class Judge {
 public:
  Judge(const TimeOfRow& time_of_row, const Profiles& profiles) : time_of_row_(time_of_row), profiles_(profiles) {}

  // The time of `slow` over that of `fast`: above 1, `fast` is faster.
  std::optional<double> speedup(const std::string& slow, const std::string& fast) const {
    const auto slow_ms = time_of_row_(slow);
    const auto fast_ms = time_of_row_(fast);
    return slow_ms && fast_ms ? std::optional(*slow_ms / *fast_ms) : std::nullopt;
  }

  std::string times(const std::vector<std::string>& names) const {
    std::string text;
    for (const std::string& name : names) {
      text += fmt::format("{}{} {:.3f} ms", text.empty() ? "" : ", ", name, time_of_row_(name).value_or(0));
    }
    return text;
  }

  // A claim that `fast` beats `slow` by a factor of `claimed_speedup`.
  Verdict faster(const char* claim, const char* statement, const char* claimed, const std::string& slow,
                 const std::string& fast, double claimed_speedup) const {
    const double wanted = 1 + enough_of_the_effect * (claimed_speedup - 1);
    Verdict verdict{claim,
                    statement,
                    claimed,
                    missing({slow, fast}),
                    fmt::format("{} at least {} ahead of {}", fast, gain_text(wanted), slow),
                    Outcome::not_measured};
    if (const auto ratio = speedup(slow, fast)) {
      verdict.measured = fmt::format("{}; {}", times({slow, fast}), gain_text(*ratio));
      verdict.outcome = *ratio >= wanted ? Outcome::holds : *ratio > 1 + resolution ? Outcome::in_part : Outcome::fails;
    }
    return verdict;
  }

  // A claim that `changed` is no faster than `base`.
  Verdict no_faster(const char* claim, const char* statement, const char* claimed, const std::string& base,
                    const std::string& changed) const {
    Verdict verdict{claim,
                    statement,
                    claimed,
                    missing({base, changed}),
                    fmt::format("{} at most {} ahead of {}", changed, gain_text(1 + resolution), base),
                    Outcome::not_measured};
    if (const auto ratio = speedup(base, changed)) {
      verdict.measured = fmt::format("{}; {}", times({base, changed}), gain_text(*ratio));
      verdict.outcome = *ratio <= 1 + resolution ? Outcome::holds : Outcome::fails;
    }
    return verdict;
  }

  // The raster's gain with two stages, which issue less MMA a second, and with three.
  Verdict raster_needs_mma() const {
    const std::vector<std::string> needed = {"v4:2-stages-swizzle-1", "v4:2-stages", "v4:swizzle-1", "v4"};
    Verdict verdict{"6",
                    "the raster pays only once the kernel issues enough MMA",
                    "no figures",
                    missing(needed),
                    fmt::format("swizzle size 4 over 1 gains more than {} with 3 stages and no more than that with 2",
                                gain_text(1 + resolution)),
                    Outcome::not_measured};
    const auto with_two = speedup(needed[0], needed[1]);
    const auto with_three = speedup(needed[2], needed[3]);
    if (with_two && with_three) {
      verdict.measured = fmt::format("{} with 2 stages, {} with 3", gain_text(*with_two), gain_text(*with_three));
      const bool pays = *with_three > 1 + resolution;
      verdict.outcome = pays && *with_two <= 1 + resolution ? Outcome::holds
                        : pays && *with_two < *with_three   ? Outcome::in_part
                                                            : Outcome::fails;
    }
    return verdict;
  }

  Verdict tensor_pipe() const {
    return profiled("4", "the tensor pipe is busier in V4 than in V3", "75% to 80%", "V4 at least 2.5 points above V3",
                    &ProfileFigures::tensor_pipe_percent, [](double v3, double v4) {
                      return v4 - v3 >= 2.5 ? Outcome::holds : v4 > v3 ? Outcome::in_part : Outcome::fails;
                    });
  }

  Verdict dram() const {
    return profiled("5", "V4 loads DRAM less than V3: both groups read the same B, the raster keeps it in L2",
                    "61% to 27%", "V4 at most 0.72 of V3 (half of the claimed drop)", &ProfileFigures::dram_percent,
                    [](double v3, double v4) {
                      return v4 <= 0.72 * v3 ? Outcome::holds : v4 < v3 ? Outcome::in_part : Outcome::fails;
                    });
  }

 private:
  template <typename Compare>
  Verdict profiled(const char* claim, const char* statement, const char* claimed, const char* criterion,
                   std::optional<double> ProfileFigures::*figure, Compare compare) const {
    Verdict verdict{claim,     statement,
                    claimed,   "needs a profile: --profiles, from bench/profile.py",
                    criterion, Outcome::not_measured};
    const auto v3 = profiles_.find("v3");
    const auto v4 = profiles_.find("v4");
    if (v3 != profiles_.end() && v4 != profiles_.end() && v3->second.*figure && v4->second.*figure) {
      const double before = *(v3->second.*figure);
      const double after = *(v4->second.*figure);
      verdict.measured = fmt::format("{:.1f}% to {:.1f}%", before, after);
      verdict.outcome = compare(before, after);
    }
    return verdict;
  }

  std::string missing(const std::vector<std::string>& names) const {
    std::string text;
    for (const std::string& name : names) {
      if (!time_of_row_(name)) {
        text += (text.empty() ? "not run at 8192 cubed: " : ", ") + name;
      }
    }
    return text;
  }

  const TimeOfRow& time_of_row_;
  const Profiles& profiles_;
};

Verdict strips() {
  const int grouped = strips_touched(8, 8, 16, true);
  const int plain = strips_touched(8, 8, 16, false);
  return {"7",
          "16 CTAs on 8 x 8 tiles touch fewer strips of A and B in groups of 4 tile columns than in plain order",
          "8 against 10",
          fmt::format("{} against {}, counted with the project's rasterizer", grouped, plain),
          "the same numbers",
          grouped == 8 && plain == 10 ? Outcome::holds : Outcome::fails};
}

}  // namespace

std::string outcome_name(Outcome outcome) {
  for (const auto& [value, name] : outcome_names) {
    if (value == outcome) {
      return name;
    }
  }
  return "unknown";
}

Outcome outcome_of(const std::string& name) {
  for (const auto& [value, value_name] : outcome_names) {
    if (value_name == name) {
      return value;
    }
  }
  throw InvalidInput(fmt::format("'{}' is not the outcome of a claim", name));
}

std::vector<Verdict> judge(const TimeOfRow& time_of_row, const Profiles& profiles) {
  const Judge judge(time_of_row, profiles);
  return {judge.faster("1", "V4 is 12% ahead of V3", "V3 1.91 ms, V4 1.71 ms; +12%", "v3", "v4", 1.12),
          judge.no_faster("2", "V4 with 2 stages is no faster than V3", "V3 1.91 ms, V4 with 2 stages 1.90 ms", "v3",
                          "v4:2-stages"),
          judge.no_faster("2b", "the two consumer groups alone buy nothing", "no figures", "v3", "v4:2-groups-only"),
          judge.faster("3a", "the third stage pays", "2 stages 1.90 ms, 3 stages 1.71 ms; +11%", "v4:2-stages", "v4",
                       1.90 / 1.71),
          judge.no_faster("3b", "past three stages, depth alone stops helping", "no figures", "v4", "v4:4-stages"),
          judge.tensor_pipe(),
          judge.dram(),
          judge.raster_needs_mma(),
          strips(),
          judge.no_faster("8", "2 arrivals a K-tile do for 256: letting every thread arrive is no faster",
                          "2 against 256 barrier updates a K-tile", "v4", "v4:128-arrivals"),
          judge.no_faster("waits", "acquire semantics cost nothing: relaxed waits, as published, are no faster",
                          "published with relaxed waits", "v4", "v4:relaxed-waits")};
}

std::string to_text(const std::vector<Verdict>& verdicts) {
  std::string text = "Published claims (H100 SXM) against this run\n";
  for (const Verdict& verdict : verdicts) {
    text += fmt::format("  {:<5} {:<13} {}\n", verdict.claim, outcome_name(verdict.outcome), verdict.statement);
    text += fmt::format("  {:<19} claimed  {}\n", "", verdict.claimed);
    text += fmt::format("  {:<19} measured {}\n", "", verdict.measured);
    text += fmt::format("  {:<19} holds if {}\n", "", verdict.criterion);
  }
  return text;
}

Profiles profiles_from_json(const std::string& text, const std::string& source) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    if (json.at("schema") != "hopper-matmul-profiles") {
      throw InvalidInput(fmt::format("{} is not an output of bench/profile.py", source));
    }
    Profiles profiles;
    for (const auto& row : json.at("rows")) {
      const auto number = [&](const char* key) {
        const auto& value = row.at("metrics").at(key);
        return value.is_null() ? std::nullopt : std::optional(value.get<double>());
      };
      profiles[row.at("name")] = {.tensor_pipe_percent = number("tensor_pipe_percent"),
                                  .dram_percent = number("dram_percent")};
    }
    return profiles;
  } catch (const nlohmann::json::exception& error) {
    throw InvalidInput(fmt::format("{} can't be read as an output of bench/profile.py: {}", source, error.what()));
  }
}

}  // namespace matmul
