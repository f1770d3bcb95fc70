/// \file
/// The program's side of bounded waits.
#pragma once

#include <optional>
#include <string>

#include "device/watchdog_record.hpp"

namespace matmul {

/// The device's view of the program's one watchdog record, in pinned host memory; made at the first call.
/// \throws DeviceError when it can't be allocated
WatchdogRecord* watchdog_record_on_device();

/// What a wait that timed out recorded, in words; nothing when none did.
std::optional<std::string> watchdog_message();

}  // namespace matmul
