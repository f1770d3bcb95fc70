/// \file
/// The program `lab`.
#pragma once

#include <iosfwd>

namespace matmul {

/// Runs what the command line asks for: the list of labs, or one of them.
/// \param out gets the question and the report
/// \param error_output gets messages about errors
/// \return 0 when nothing wrong was found, 1 when the emulator found a hazard, numbers are wrong or a launch on the GPU
///         failed, 2 when the command line asks for something that can't be done, 3 when there is no GPU although one
///         is asked for, or the report can't be written
int run_lab_program(int argc, const char* const* argv, std::ostream& out, std::ostream& error_output);

}  // namespace matmul
