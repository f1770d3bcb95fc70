#include "bench/runner.hpp"

namespace matmul {
namespace {

constexpr const char* no_device_code = "this build has no device code, because it was made without nvcc";

}  // namespace

BenchRun run_bench(const BenchOptions&, std::ostream&) { return {.result = std::nullopt, .reason = no_device_code}; }

std::string run_for_profiler(const BenchOptions&) { return no_device_code; }

std::string configurations_text() { return std::string("  none: ") + no_device_code + "\n"; }

}  // namespace matmul
