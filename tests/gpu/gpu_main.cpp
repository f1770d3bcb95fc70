// The main function of the tests that need a Hopper GPU: without one they are skipped, in words and by exit code.
#define CATCH_CONFIG_RUNNER  // Catch2 version 2 compiles itself here; version 3 is a library and ignores it
#include <cuda_runtime_api.h>

#include <cstdio>
#include <string>

#include "catch.hpp"

namespace {

// What CTest is told to take for "skipped".
constexpr int skipped = 77;

// Why the tests can't run here; empty when they can.
std::string reason_to_skip() {
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  if (error != cudaSuccess) {
    return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
  }
  cudaDeviceProp properties{};
  if (devices == 0 || cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    return "CUDA sees no device";
  }
  if (properties.major != 9 || properties.minor != 0) {
    return std::string(properties.name) + " has compute capability " + std::to_string(properties.major) + "." +
           std::to_string(properties.minor) + ", and the kernels are built for 9.0a";
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  Catch::Session session;
  const int bad_option = session.applyCommandLine(argc, argv);
  if (bad_option != 0) {
    return bad_option;
  }
  auto& options = session.configData();
#if defined(CATCH_VERSION_MAJOR) && CATCH_VERSION_MAJOR == 2
  // Version 3 fails by itself when no test has the name that was asked for.
  options.warnings = static_cast<Catch::WarnAbout::What>(options.warnings | Catch::WarnAbout::NoTests);
#endif
  if (!options.listTests && !options.listTags && !options.listReporters) {
    const std::string reason = reason_to_skip();
    if (!reason.empty()) {
      std::printf("SKIPPED: no Hopper GPU (%s)\n", reason.c_str());
      return skipped;
    }
  }
  return session.run();
}
