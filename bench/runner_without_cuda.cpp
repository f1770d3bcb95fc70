#include "bench/runner.hpp"

namespace matmul {
namespace {

constexpr const char* no_device_code = "this build has no device code, because it was made without nvcc";

}  // namespace

BenchRecord run_bench(const BenchOptions&, std::ostream&) { throw NoGpu(no_device_code); }

void run_for_profiler(const BenchOptions&) { throw NoGpu(no_device_code); }

}  // namespace matmul
