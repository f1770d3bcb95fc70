/// \file
/// The two ways in which a program can be unable to do what it was asked.
#pragma once

#include <stdexcept>

namespace matmul {

/// The input breaks a rule; the message names the value, the rule and what would be accepted. Exit code 2.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The device, the driver or a library failed; the message names the call, its meaning and what to do. Exit code 3.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace matmul
