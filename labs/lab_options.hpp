/// \file
/// The command line of the program `lab`.
#pragma once

#include <cstdint>
#include <string>

#include "emulation.hpp"
#include "harness/report_output.hpp"
#include "lab_gpu.hpp"

namespace matmul {

/// What the command line asks for.
struct LabOptions {
  std::string name;                                    ///< of the lab; empty with `list`
  bool list = false;                                   ///< print the labs
  bool fixed = false;                                  ///< run the repaired twin
  bool on_gpu = false;                                 ///< run on a GPU instead of the emulator
  int k_tiles = default_k_tiles;                       ///< K-tiles of 64 to multiply
  std::uint64_t seed = 0;                              ///< of the operands and of the emulator's schedule
  CompletionPolicy policy = CompletionPolicy::random;  ///< of the emulator
  int runs = GpuLabOptions{}.runs;                     ///< launches on a GPU
  ReportOutput report;                                 ///< where the outcome goes
  std::string help;  ///< not empty when it was asked for, which is then all to be done
};

/// Reads a command line.
/// \throws InvalidInput for what is not accepted
LabOptions parse_lab_options(int argc, const char* const* argv);

}  // namespace matmul
