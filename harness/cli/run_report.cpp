#include "harness/cli/run_report.hpp"

namespace matmul {

Performance performance(const RunReport& report) {
  const Timing& timing = report.timing.value();
  const GpuInfo& gpu = report.device.gpu.value();
  const auto [m, n, k] = report.problem;
  const double achieved = teraflops(report.problem.flops(), timing.version_ms.median);
  std::optional<double> cublas;
  if (timing.cublas_ms) {
    cublas = teraflops(report.problem.flops(), timing.cublas_ms->median);
  }
  const double peak = fp16_peak_teraflops(gpu.sm_count, gpu.boost_clock_khz);
  const auto bytes = static_cast<std::int64_t>(sizeof(HalfBits)) * (m * k + n * k + m * n);
  return {.teraflops = achieved,
          .cublas_teraflops = cublas,
          .percent_of_cublas = cublas ? std::optional(100 * achieved / *cublas) : std::nullopt,
          .peak_teraflops = peak,
          .percent_of_peak = 100 * achieved / peak,
          .fits_l2 = bytes <= gpu.l2_bytes};
}

}  // namespace matmul
