/// \file
/// The command line of the program `lab`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "emulation.hpp"
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
  std::optional<std::string> json_file;                ///< gets the outcome
};

/// Reads a command line.
/// \param help gets the text of the help when it is asked for
/// \throws InvalidInput for what is not accepted
LabOptions parse_lab_options(int argc, const char* const* argv, std::string& help);

}  // namespace matmul
