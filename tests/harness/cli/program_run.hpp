/// \file
/// Running a program within a test.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "harness/cli/program.hpp"

namespace matmul_tests {

/// What a run left behind.
struct ProgramRun {
  int code;
  std::string out;
  std::string error;
};

inline ProgramRun run(const matmul::Program& program, const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{program.name.c_str()};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  std::ostringstream out;
  std::ostringstream error;
  const int code = matmul::run_program(program, static_cast<int>(argv.size()), argv.data(), out, error);
  return {code, out.str(), error.str()};
}

}  // namespace matmul_tests
