/// \file
/// How a program ends.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace matmul {

/// Exit codes of every program.
enum ExitCode : int {
  exit_success = 0,
  exit_wrong_result = 1,   ///< the check failed or the emulator found a hazard
  exit_invalid_input = 2,  ///< the command line asks for something that can't be done
  exit_device_error = 3,   ///< no usable device, or it, its driver, a library or a file failed
};

/// Makes sure that what a program prints is printed, or known not to be. To be called first in main(): a standard
/// stream that is closed would else be the next file that is opened, and a file beyond the limit on sizes would kill.
void prepare_standard_streams();

/// Runs a program's work and turns what it throws into a line on `error_output` and an exit code.
/// \param program its name, which starts that line
/// \param out gets what the work prints; that it could be printed is seen to
/// \param work its result is the exit code unless something fails
int run_guarded(const std::string& program, std::ostream& out, std::ostream& error_output,
                const std::function<int()>& work);

}  // namespace matmul
