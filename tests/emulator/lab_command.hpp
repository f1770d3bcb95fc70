/// \file
/// Runs the program `lab` inside a test.
#pragma once

#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "lab_program.hpp"

namespace matmul_tests {

/// What a run of the program left.
struct LabCommand {
  int code;           ///< exit code
  std::string out;    ///< standard output
  std::string error;  ///< standard error
};

/// Runs `lab` with these arguments.
inline LabCommand run_lab_command(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv{"lab"};
  argv.insert(argv.end(), arguments);
  std::ostringstream out;
  std::ostringstream error;
  const int code = matmul::run_lab_program(static_cast<int>(argv.size()), argv.data(), out, error);
  return {code, out.str(), error.str()};
}

}  // namespace matmul_tests
