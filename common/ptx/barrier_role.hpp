/// \file
/// The two kinds of barrier that a pipeline stage has.
#pragma once

#include <cstdint>

namespace hopper::ptx {

/// What the completion of a barrier's phase means.
enum class BarrierRole : std::uint32_t {
  full,   ///< the stage holds its tiles; completed by the producer's arrival and the TMA's bytes
  empty,  ///< the stage may be overwritten; completed by the consumers' arrivals
};

/// "full" or "empty".
constexpr const char* barrier_role_name(BarrierRole role) { return role == BarrierRole::full ? "full" : "empty"; }

}  // namespace hopper::ptx
