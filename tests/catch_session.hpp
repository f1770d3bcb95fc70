/// \file
/// How every test program runs its tests.
#pragma once

#include <string>

namespace matmul_tests {

/// What CTest is told to take for "skipped".
inline constexpr int skipped_exit_code = 77;

/// Runs the test cases that the command line names; a run without any fails.
/// \param reason_to_skip says why no test can run on this machine, or nothing; not asked by a run that only lists
/// \return the program's exit code
int run_tests(int argc, char** argv, std::string (*reason_to_skip)() = nullptr);

}  // namespace matmul_tests
