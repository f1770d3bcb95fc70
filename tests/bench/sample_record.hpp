/// \file
/// A made-up record for tests: nothing in it was measured.
#pragma once

#include "bench/bench_record.hpp"

namespace matmul_tests {

/// A row whose rounds take `ms` each.
inline matmul::BenchRow sample_row(const std::string& contender, const std::string& configuration,
                                   const matmul::Problem& problem, std::vector<double> times_ms) {
  matmul::BenchRow row;
  row.shape = {problem, ""};
  row.contender = contender;
  row.configuration = configuration;
  row.title = "made up";
  row.launches_per_round = 6;
  row.operand_sets = 2;
  row.times_ms = std::move(times_ms);
  row.checked_elements = problem.m * problem.n;
  row.max_absolute_error = 0.001;
  return row;
}

/// V4, one of its configurations and cuBLAS at 8192 cubed, three rounds each.
inline matmul::BenchRecord sample_record() {
  const matmul::Problem cube{8192, 8192, 8192};
  matmul::BenchRecord record;
  record.date = "2026-01-02T03:04:05Z";
  record.commit = "synthetic";
  record.command = "bench_matmul --shapes 8192x8192x8192";
  record.shapes_argument = "8192x8192x8192";
  record.machine = {.gpu = "SYNTHETIC \"GPU\"",
                    .sm_count = 132,
                    .boost_clock_mhz = 1980,
                    .l2_bytes = 60 << 20,
                    .memory_bytes = std::int64_t{140} << 30,
                    .power_limit_w = 700,
                    .driver = std::nullopt,
                    .driver_cuda = "13.0",
                    .cuda_runtime = "13.0",
                    .cublas = "13.1.0"};
  record.method = {.rounds = 3, .batch_ms = 200, .pause_ms = 0, .warmup_ms = 400, .init = "uniform", .seed = 0};
  record.rows = {
      sample_row("cublas", "default", cube, {1.6, 1.5, 1.4}), sample_row("v4", "default", cube, {1.6, 1.7, 2.0}),
      sample_row("v4", "2-stages", cube, {2.0, 2.1, 1.9}), sample_row("cublaslt", "3 of 8", cube, {1.5, 1.4, 1.45})};
  record.rows[1].sm_clock_mhz = {1500, 1495.5};
  record.rows[1].power_w = {690.5, 691};
  record.rows[1].clock_readings = 12;
  return record;
}

}  // namespace matmul_tests
