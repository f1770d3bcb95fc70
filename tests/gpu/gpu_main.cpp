// The main function of the tests that need a Hopper GPU: without one they are skipped, in words and by exit code.
#include <cuda_runtime_api.h>

#include <string>

#include "catch_session.hpp"

namespace {

// Why there is no Hopper GPU to run on; empty when there is one.
std::string no_hopper_gpu() {
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

std::string reason_to_skip() {
  const std::string reason = no_hopper_gpu();
  return reason.empty() ? reason : "no Hopper GPU (" + reason + ")";
}

}  // namespace

int main(int argc, char** argv) { return matmul_tests::run_tests(argc, argv, reason_to_skip); }
