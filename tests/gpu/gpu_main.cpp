// The main function of the tests that need a Hopper GPU: without one they are skipped, in words and by exit code.
#include "catch_session.hpp"
#include "harness/gpu_info.hpp"

namespace {

std::string reason_to_skip() {
  const matmul::GpuSearch search = matmul::find_hopper_gpu();
  return search.gpu ? "" : search.reason;
}

}  // namespace

int main(int argc, char** argv) { return matmul_tests::run_tests(argc, argv, reason_to_skip); }
