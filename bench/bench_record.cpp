#include "bench/bench_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/statistics.hpp"

namespace matmul {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json nullable(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json machine_json(const BenchMachine& machine) {
  return {{"gpu", machine.gpu},
          {"sm_count", machine.sm_count},
          {"boost_clock_mhz", machine.boost_clock_mhz},
          {"l2_bytes", machine.l2_bytes},
          {"memory_bytes", machine.memory_bytes},
          {"power_limit_w", nullable(machine.power_limit_w)},
          {"driver", nullable(machine.driver)},
          {"driver_cuda", machine.driver_cuda},
          {"cuda_runtime", machine.cuda_runtime},
          {"cublas", machine.cublas}};
}

Json method_json(const BenchMethod& method) {
  return {{"rounds", method.rounds},       {"batch_ms", method.batch_ms}, {"pause_ms", method.pause_ms},
          {"warmup_ms", method.warmup_ms}, {"init", method.init},         {"seed", method.seed}};
}

Json row_json(const BenchRow& row) {
  const Problem& problem = row.shape.problem;
  return {{"contender", row.contender},
          {"configuration", row.configuration},
          {"title", row.title},
          {"shape", {{"m", problem.m}, {"n", problem.n}, {"k", problem.k}, {"label", row.shape.label}}},
          {"tile", {{"m", row.block_m}, {"n", row.block_n}, {"k", row.block_k}}},
          {"stages", row.stages},
          {"swizzle_size", row.swizzle_size},
          {"consumer_groups", row.consumer_groups},
          {"launches_per_round", row.launches_per_round},
          {"operand_sets", row.operand_sets},
          {"checked_elements", row.checked_elements},
          {"max_absolute_error", row.max_absolute_error},
          {"clock_readings", row.clock_readings},
          {"sm_clock_mhz", row.sm_clock_mhz},
          {"power_w", row.power_w},
          {"times_ms", row.times_ms}};
}

double median_ms(const BenchRow& row) { return summarize(row.times_ms).median; }

bool same_shape(const BenchRow& a, const BenchRow& b) {
  return shape_text(a.shape.problem) == shape_text(b.shape.problem);
}

std::string ratio_to_cublas(const BenchRecord& record, const BenchRow& row) {
  const auto cublas = std::find_if(record.rows.begin(), record.rows.end(), [&](const BenchRow& other) {
    return other.contender == "cublas" && same_shape(other, row);
  });
  return cublas == record.rows.end() ? "-" : fmt::format("{:.3f}", median_ms(*cublas) / median_ms(row));
}

}  // namespace

std::string BenchRow::name() const {
  return configuration == "default" || contender.starts_with("cublas") ? contender : contender + ":" + configuration;
}

std::string to_json(const BenchRecord& record) {
  const Json head = {{"schema", "hopper-matmul-bench"},
                     {"schema_version", 2},
                     {"date", record.date},
                     {"commit", record.commit},
                     {"command", record.command},
                     {"shapes", record.shapes_argument},
                     {"machine", machine_json(record.machine)},
                     {"method", method_json(record.method)}};
  std::string text = head.dump(1);
  text.resize(text.size() - 2);  // the line of the closing brace
  text += ",\n \"rows\": [";
  for (const BenchRow& row : record.rows) {
    text += fmt::format("{}\n  {}", &row == record.rows.data() ? "" : ",", row_json(row).dump());
  }
  return text + "\n ]\n}\n";
}

std::string to_table(const BenchRecord& record) {
  std::size_t width = 8;
  for (const BenchRow& row : record.rows) {
    width = std::max(width, row.name().size());
  }
  std::string text = fmt::format("{}, medians of {} rounds\n", record.machine.gpu, record.method.rounds);
  const BenchRow* previous = nullptr;
  for (const BenchRow& row : record.rows) {
    if (previous == nullptr || !same_shape(*previous, row)) {
      text += fmt::format("\n{}{}\n  {:<{}}  {:>9} {:>9} {:>9}\n", shape_text(row.shape.problem),
                          row.shape.label.empty() ? "" : fmt::format(" ({})", row.shape.label), "", width, "ms",
                          "TFLOP/s", "x cuBLAS");
    }
    const double ms = median_ms(row);
    text += fmt::format("  {:<{}}  {:>9.4f} {:>9.1f} {:>9}\n", row.name(), width, ms,
                        teraflops(row.shape.problem.flops(), ms), ratio_to_cublas(record, row));
    previous = &row;
  }
  return text;
}

}  // namespace matmul
