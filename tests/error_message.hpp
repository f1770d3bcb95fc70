/// \file
/// Looking at what an exception says.
#pragma once

#include <string>

namespace matmul_tests {

/// The message of the `Error` that `action` throws; empty when it throws none, which no error's message is.
template <typename Error, typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace matmul_tests
