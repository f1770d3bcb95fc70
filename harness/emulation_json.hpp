/// \file
/// What the emulator found out, for other programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "emulation.hpp"

namespace matmul {

/// Counts and hazards of a report.
nlohmann::ordered_json to_json(const EmulationReport& report);

/// The events of a report as the text of a Chrome trace, which Perfetto opens.
std::string chrome_trace(const EmulationReport& report);

}  // namespace matmul
