#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bench/bench_result.hpp"

namespace matmul {
namespace {

std::string optional_number(const std::optional<double>& number) {
  return number ? fmt::format("{:.0f}", *number) : "-";
}

// Clock and power of a row as they are to be shown: nothing where the rounds were too short for them.
std::optional<double> if_telling(const BenchResult& result, const std::optional<double>& reading) {
  return result.method.batch_ms < shortest_sampled_batch_ms ? std::nullopt : reading;
}

std::string shape_heading(const BenchResult& result, const BenchRow& row) {
  std::string text = fmt::format("{} x {} x {}", row.shape.problem.m, row.shape.problem.n, row.shape.problem.k);
  if (!row.shape.label.empty()) {
    text += fmt::format(" ({})", row.shape.label);
  }
  text += row.operand_sets == 1
              ? fmt::format(": one set of operands, {:.1f} MB", 1e-6 * static_cast<double>(row.operand_bytes))
              : fmt::format(": {} sets of operands in turns, {:.1f} MB each", row.operand_sets,
                            1e-6 * static_cast<double>(row.operand_bytes));
  text += row.operands_in_l2 ? "; they live in L2" : "; they don't fit L2";
  return text + fmt::format(" ({:.0f} MB)\n", 1e-6 * static_cast<double>(result.machine.l2_bytes));
}

std::string line(const BenchResult& result, const BenchRow& row, std::size_t name_width) {
  const RowFigures numbers = figures(result, row);
  return fmt::format("  {:<{}}  {:>9.4f} {:>9.4f} {:>9.4f} {:>9.1f} {:>9.3f} {:>8.1f} {:>7} {:>6}\n", row.name(),
                     name_width, numbers.ms.median, numbers.ms.min, numbers.ms.max, numbers.teraflops,
                     numbers.ratio_to_cublas, numbers.percent_of_peak,
                     optional_number(if_telling(result, row.sm_clock_mhz)),
                     optional_number(if_telling(result, row.power_w)));
}

std::string machine_lines(const BenchResult& result) {
  const BenchMachine& machine = result.machine;
  std::string text = fmt::format("{}, {} SMs at up to {:.0f} MHz: dense fp16 peak {:.0f} TFLOP/s", machine.gpu,
                                 machine.sm_count, machine.boost_clock_mhz, peak_teraflops(machine));
  if (machine.power_limit_w) {
    text += fmt::format(", power limit {:.0f} W", *machine.power_limit_w);
  }
  text += fmt::format("\nCUDA {}, driver {} (CUDA {}), cuBLAS {}; commit {}; {}\n", machine.cuda_runtime,
                      machine.driver.value_or("of unknown version"), machine.driver_cuda, machine.cublas, result.commit,
                      result.date);
  return text +
         fmt::format(
             "{} rounds of {} ms in random order, {} ms apart; {} values, seed {}; ratios are to cuBLAS in this run\n",
             result.method.rounds, result.method.batch_ms, result.method.pause_ms, result.method.init,
             result.method.seed);
}

}  // namespace

std::string to_table(const BenchResult& result) {
  std::string text = machine_lines(result);
  std::size_t name_width = 8;
  for (const BenchRow& row : result.rows) {
    name_width = std::max(name_width, row.name().size());
  }
  const BenchRow* previous = nullptr;
  for (const BenchRow& row : result.rows) {
    const bool is_new_shape =
        previous == nullptr || shape_text(previous->shape.problem) != shape_text(row.shape.problem);
    if (is_new_shape) {
      text += fmt::format("\n{}", shape_heading(result, row));
      text += fmt::format("  {:<{}}  {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>7} {:>6}\n", "", name_width, "median ms",
                          "min ms", "max ms", "TFLOP/s", "x cuBLAS", "% peak", "SM MHz", "W");
    }
    text += line(result, row, name_width);
    previous = &row;
  }
  return text;
}

std::string to_csv(const BenchResult& result) {
  std::string text =
      "m,n,k,row,configuration,median_ms,min_ms,max_ms,teraflops,ratio_to_cublas,percent_of_peak,operand_sets,"
      "operands_in_l2,sm_clock_mhz,power_w\n";
  for (const BenchRow& row : result.rows) {
    const RowFigures numbers = figures(result, row);
    const auto optional = [](const std::optional<double>& number) {
      return number ? fmt::format("{:.1f}", *number) : "";
    };
    text += fmt::format("{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.2f},{:.4f},{:.2f},{},{},{},{}\n", row.shape.problem.m,
                        row.shape.problem.n, row.shape.problem.k, row.name(), row.configuration, numbers.ms.median,
                        numbers.ms.min, numbers.ms.max, numbers.teraflops, numbers.ratio_to_cublas,
                        numbers.percent_of_peak, row.operand_sets, row.operands_in_l2,
                        optional(if_telling(result, row.sm_clock_mhz)), optional(if_telling(result, row.power_w)));
  }
  return text;
}

}  // namespace matmul
