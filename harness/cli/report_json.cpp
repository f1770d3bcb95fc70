#include <nlohmann/json.hpp>

#include "harness/cli/options.hpp"
#include "harness/cli/run_report.hpp"
#include "harness/emulation_json.hpp"

namespace matmul {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const Configuration& configuration) {
  return {{"name", configuration.name},
          {"why", configuration.why},
          {"block_m", configuration.block_m},
          {"block_n", configuration.block_n},
          {"block_k", configuration.block_k},
          {"num_stages", configuration.num_stages},
          {"swizzle_size", configuration.swizzle_size},
          {"num_consumer_groups", configuration.num_consumer_groups},
          {"num_threads", configuration.num_threads},
          {"shared_bytes", configuration.shared_bytes}};
}

Json describe(const DeviceSummary& device, const std::string& reason) {
  Json json = {{"kind", device.kind}, {"description", device.name}, {"reason", reason}, {"gpu", nullptr}};
  if (device.gpu) {
    const GpuInfo& gpu = *device.gpu;
    json["gpu"] = {{"index", gpu.index},
                   {"name", gpu.name},
                   {"compute_capability", std::to_string(gpu.compute_major) + "." + std::to_string(gpu.compute_minor)},
                   {"sm_count", gpu.sm_count},
                   {"boost_clock_khz", gpu.boost_clock_khz},
                   {"l2_bytes", gpu.l2_bytes},
                   {"memory_bytes", gpu.memory_bytes},
                   {"driver_version", gpu.driver_version},
                   {"runtime_version", gpu.runtime_version}};
  }
  return json;
}

Json describe(const Check& check, std::int64_t columns) {
  const Comparison& comparison = check.comparison;
  Json first_failure = nullptr;
  if (comparison.first_failure >= 0) {
    first_failure = {{"row", comparison.first_failure / columns},
                     {"column", comparison.first_failure % columns},
                     {"value", comparison.first_value},  // NaN and infinity become null
                     {"reference", comparison.first_reference}};
  }
  return {{"passed", comparison.passed()},
          {"reference", check.reference},
          {"elements", comparison.elements},
          {"failures", comparison.failures},
          {"not_finite", comparison.not_finite},
          {"max_absolute_error", comparison.max_absolute_error},
          {"max_relative_error", comparison.max_relative_error},
          {"smallest_reference_for_relative_error", smallest_reference_for_relative_error},
          {"allowed_absolute", check.tolerance.absolute},
          {"allowed_relative", check.tolerance.relative},
          {"first_failure", std::move(first_failure)}};
}

Json describe(const Statistics& statistics) {
  return {{"median", statistics.median}, {"min", statistics.min}, {"max", statistics.max}};
}

Json describe(const Timing& timing, const Performance& figures) {
  return {{"warmup", timing.warmup},
          {"iterations", timing.iterations},
          {"version_ms", describe(timing.version_ms)},
          {"cublas_ms", describe(timing.cublas_ms)},
          {"teraflops", figures.teraflops},
          {"cublas_teraflops", figures.cublas_teraflops},
          {"percent_of_cublas", figures.percent_of_cublas},
          {"peak_teraflops", figures.peak_teraflops},
          {"percent_of_peak", figures.percent_of_peak},
          {"fits_l2", figures.fits_l2}};
}

Json describe(const EmulationOutcome& emulation, const std::optional<std::string>& events_file) {
  return {{"policy", policy_name(emulation.options.policy)},
          {"seed", emulation.options.seed},
          {"threads", emulation.options.host_threads},
          {"events_file", events_file ? Json(*events_file) : Json(nullptr)},
          {"report", to_json(emulation.report)}};
}

}  // namespace

Json to_json(const RunReport& report) {
  const auto [m, n, k] = report.problem;
  return {{"version", report.version},
          {"title", report.title},
          {"passed", report.passed()},
          {"device", describe(report.device, report.device_reason)},
          {"configuration", describe(report.configuration)},
          {"problem", {{"m", m}, {"n", n}, {"k", k}, {"init", init_name(report.init)}, {"seed", report.seed}}},
          {"check", report.check ? describe(*report.check, n) : Json(nullptr)},
          {"timing", report.timing ? describe(*report.timing, performance(report)) : Json(nullptr)},
          {"emulation", report.emulation ? describe(*report.emulation, report.events_file) : Json(nullptr)},
          {"seconds", report.seconds}};
}

Json configurations_to_json(const Version& version) {
  Json json = Json::array();
  for (const Configuration& configuration : version.configurations) {
    json.push_back(describe(configuration));
  }
  return {{"version", version.name}, {"title", version.title}, {"configurations", std::move(json)}};
}

}  // namespace matmul
