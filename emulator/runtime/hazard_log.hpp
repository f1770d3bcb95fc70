/// \file
/// The mistakes found so far, each kind and pair of source lines once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "emulation.hpp"

namespace emulator {

/// A return address in a kernel: where an operation was called.
using Pc = std::uintptr_t;

/// A HazardSite whose source line is still an address.
struct RawSite {
  std::string what{};   ///< see matmul::HazardSite
  Pc pc = 0;            ///< where it was called
  std::string who{};    ///< see matmul::HazardSite
  std::string where{};  ///< see matmul::HazardSite
};

/// A hazard as the checker sees it.
struct RawHazard {
  std::string kind{};                ///< see matmul::Hazard
  std::string title{};               ///< see matmul::Hazard
  std::vector<RawSite> sites{};      ///< see matmul::Hazard
  std::string missing{};             ///< see matmul::Hazard
  std::string fix{};                 ///< see matmul::Hazard
  std::int64_t cta = 0;              ///< number of the CTA that it was found in
  std::int64_t count = 1;            ///< how often it was seen
  std::size_t order = 0;             ///< in which the CTA's hazards were found
  std::uint64_t last_operation = 0;  ///< that it was counted for
};

/// Collects hazards of one or several CTAs.
class HazardLog {
 public:
  /// Counts a hazard of `kind` at these addresses, once for each `operation`; `describe` is asked only for the first.
  void add(const char* kind, Pc first, Pc second, std::uint64_t operation, const std::function<RawHazard()>& describe);
  /// Adds all that `other` found; of the same hazard, the CTA with the lower number is kept.
  void merge(const HazardLog& other);
  /// The hazards with their source lines, one for each kind and pair of lines, by CTA and in the order in which they
  /// were found: what follows from an earlier mistake comes behind it.
  std::vector<matmul::Hazard> resolve() const;
  /// Whether nothing was found.
  bool empty() const { return hazards_.empty(); }

 private:
  std::map<std::tuple<std::string, Pc, Pc>, RawHazard> hazards_;
};

}  // namespace emulator
