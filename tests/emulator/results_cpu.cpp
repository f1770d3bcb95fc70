// The results of the emulator: printed, or compared with a file that results_gpu wrote.
//
//   results_cpu              print the results, one line each
//   results_cpu FILE         compare with FILE; exit code 1 when a line differs or is missing
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "emulated_runs.hpp"
#include "results.hpp"

namespace {

std::vector<std::string> emulator_results() {
  return matmul_tests::results(matmul_tests::emulated_versions(), [](const matmul::Configuration& configuration,
                                                                     const matmul::Problem& problem) {
    return matmul_tests::run_emulated(configuration, problem, {}, matmul_tests::results_seed).c;
  });
}

// From "version configuration m n k" to the hash.
std::map<std::string, std::string> by_case(const std::vector<std::string>& lines) {
  std::map<std::string, std::string> map;
  for (const std::string& line : lines) {
    const std::size_t blank = line.rfind(' ');
    map[line.substr(0, blank)] = line.substr(blank + 1);
  }
  return map;
}

int compare(const char* file) {
  std::ifstream stream(file);
  if (!stream) {
    fmt::print(stderr, "results_cpu: '{}' can't be read\n", file);
    return 2;
  }
  std::vector<std::string> lines;
  std::string origin;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind('#', 0) == 0) {
      origin += line.substr(1);
    } else if (line.find(' ') != std::string::npos) {
      lines.push_back(line);
    }
  }
  const auto recorded = by_case(lines);
  const auto seen = by_case(emulator_results());
  int faults = 0;
  for (const auto& [name, hash] : seen) {
    const auto found = recorded.find(name);
    if (found == recorded.end() || found->second != hash) {
      ++faults;
      fmt::print("{}: the emulator has {}, the GPU {}\n", name, hash,
                 found == recorded.end() ? "was not asked" : found->second);
    }
  }
  for (const auto& [name, hash] : recorded) {
    if (seen.count(name) == 0) {
      ++faults;
      fmt::print("{}: is in the file, but no longer a case\n", name);
    }
  }
  fmt::print("{} results compared with{}: {} differ\n", seen.size(), origin, faults);
  return faults == 0 && !seen.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) {
    return compare(argv[1]);
  }
  if (argc > 2) {
    fmt::print(stderr, "results_cpu takes at most one argument: a file to compare with\n");
    return 2;
  }
  for (const std::string& line : emulator_results()) {
    fmt::print("{}\n", line);
  }
  return 0;
}
