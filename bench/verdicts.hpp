/// \file
/// What was claimed of V4 in the published description, and what a run says about it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace matmul {

/// What became of a claim.
enum class Outcome {
  holds,
  in_part,      ///< its direction is right, its amount is not
  fails,        ///< "does not hold"
  not_measured  ///< a row or a profile that it needs is missing
};

/// "holds", "holds in part", "does not hold" or "not measured".
std::string outcome_name(Outcome outcome);

/// The outcome of that name.
/// \throws InvalidInput when there is none
Outcome outcome_of(const std::string& name);

/// One claim beside its measurement.
struct Verdict {
  std::string claim;      ///< its number in the published list, like "3b"
  std::string statement;  ///< the claim in words
  std::string claimed;    ///< its figures
  std::string measured;   ///< ours
  std::string criterion;  ///< when it counts as holding
  Outcome outcome = Outcome::not_measured;
};

/// The median time in ms of the row of that name, like "v4:2-stages"; nothing when it was not run.
using TimeOfRow = std::function<std::optional<double>(const std::string&)>;

/// What a profile says of one row; see bench/profile.py.
struct ProfileFigures {
  std::optional<double> tensor_pipe_percent;  ///< cycles in which the tensor pipe was active, of all elapsed
  std::optional<double> dram_percent;         ///< DRAM throughput, of its peak
};

/// Profiles by the row's name.
using Profiles = std::map<std::string, ProfileFigures>;

/// Ratios of times closer to 1 than this are taken for equal: what two runs a minute apart may differ by.
inline constexpr double resolution = 0.02;

/// The verdicts on all claims, in their order, from times at M = N = K = 8192.
/// \param profiles empty when there are none
std::vector<Verdict> judge(const TimeOfRow& time_of_row, const Profiles& profiles);

/// The verdicts for people, ending in a newline.
std::string to_text(const std::vector<Verdict>& verdicts);

/// Reads the output of bench/profile.py.
/// \throws InvalidInput naming `source` and what is wrong
Profiles profiles_from_json(const std::string& text, const std::string& source);

}  // namespace matmul
