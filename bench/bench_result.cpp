#include "bench/bench_result.hpp"

#include <stdexcept>

#include "harness/gpu_info.hpp"

namespace matmul {

std::string BenchRow::name() const {
  return configuration == "default" || contender.starts_with("cublas") ? contender : contender + ":" + configuration;
}

double peak_teraflops(const BenchMachine& machine) {
  return fp16_peak_teraflops(machine.sm_count, static_cast<int>(machine.boost_clock_mhz * 1e3));
}

const BenchRow* find_row(const BenchResult& result, const Problem& problem, const std::string& name) {
  for (const BenchRow& row : result.rows) {
    const Problem& other = row.shape.problem;
    if (other.m == problem.m && other.n == problem.n && other.k == problem.k && row.name() == name) {
      return &row;
    }
  }
  return nullptr;
}

RowFigures figures(const BenchResult& result, const BenchRow& row) {
  const BenchRow* cublas = find_row(result, row.shape.problem, "cublas");
  if (cublas == nullptr) {
    throw std::invalid_argument("no row of cublas at " + shape_text(row.shape.problem));
  }
  const Statistics ms = summarize(row.times_ms);
  const double rate = teraflops(row.shape.problem.flops(), ms.median);
  return {.ms = ms,
          .teraflops = rate,
          .ratio_to_cublas = summarize(cublas->times_ms).median / ms.median,
          .percent_of_peak = 100 * rate / peak_teraflops(result.machine)};
}

}  // namespace matmul
