/// \file
/// The program `lab`.
#pragma once

#include <iosfwd>

namespace matmul {

/// Runs what the command line asks for: the list of labs, or one of them.
/// \param out gets the question and the report
/// \param error_output gets messages about errors
/// \return an ExitCode; a launch on the GPU that fails is a wrong result
int run_lab_program(int argc, const char* const* argv, std::ostream& out, std::ostream& error_output);

}  // namespace matmul
