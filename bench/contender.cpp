#include "bench/contender.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/cublaslt_product.hpp"
#include "device/cuda_check.hpp"
#include "errors.hpp"

namespace matmul {
namespace {

BenchRow describe(const Shape& shape, const Version& version, const Configuration& configuration) {
  BenchRow row;
  row.shape = shape;
  row.contender = version.name;
  row.configuration = configuration.name;
  row.title = configuration.name == "default" ? version.title : configuration.why;
  row.block_m = configuration.block_m;
  row.block_n = configuration.block_n;
  row.block_k = configuration.block_k;
  row.stages = configuration.num_stages;
  row.swizzle_size = configuration.swizzle_size;
  row.consumer_groups = configuration.num_consumer_groups;
  return row;
}

BenchRow describe_library(const Shape& shape, const char* name, std::string configuration, const char* title) {
  BenchRow row;
  row.shape = shape;
  row.contender = name;
  row.configuration = std::move(configuration);
  row.title = title;
  return row;
}

// The libraries may split K and add the partial sums in fp16. Each such sum is rounded at a magnitude below 8 (C has a
// standard deviation of 1), so by at most 2^-9; room for eight of them.
Tolerance library_tolerance(Init init, std::int64_t k) {
  Tolerance tolerance = tolerance_for(init, k);
  if (init != Init::integer) {
    tolerance.absolute += 8.0 / 512;
  }
  return tolerance;
}

}  // namespace

Comparison check(const Contender& contender, const OperandSets& operands, cudaStream_t stream) {
  operands.poison(stream);
  contender.launch(operands.operands(0), stream);
  const std::int64_t k = operands.problem().k;
  const Tolerance tolerance =
      contender.is_library ? library_tolerance(operands.init(), k) : tolerance_for(operands.init(), k);
  return operands.compare(tolerance, stream);
}

Contender ContenderFactory::make(const Target& target, const Shape& shape, const OperandSets& operands,
                                 BatchTimer& timer) const {
  if (target.contender == "cublaslt") {
    return best_of_cublaslt(shape, operands, timer);
  }
  if (target.contender == "cublas") {
    return {describe_library(shape, "cublas", "default", "cublasGemmEx with its default algorithm"),
            [&cublas = cublas_](const Operands& each, cudaStream_t stream) { cublas.multiply(each, stream); }, true};
  }
  return {describe(shape, *target.version, *target.configuration), target.configuration->launch, false};
}

Contender ContenderFactory::best_of_cublaslt(const Shape& shape, const OperandSets& operands, BatchTimer& timer) const {
  constexpr int launches = 3;
  const auto product = std::make_shared<CublasLtProduct>(shape.problem, cublaslt_candidates);
  const int count = product->num_candidates();
  int best = -1;
  double best_ms = 0;
  for (int candidate = 0; candidate < count; ++candidate) {
    const Contender contender{
        {}, [&](const Operands& each, cudaStream_t stream) { product->multiply(candidate, each, stream); }, true};
    if (!check(contender, operands, timer.stream()).passed()) {
      continue;
    }
    double ms = 0;
    for (int repetition = 0; repetition < 3; ++repetition) {
      const double once = timer.milliseconds_per_launch(
          launches, [&](int i, cudaStream_t stream) { product->multiply(candidate, operands.operands(i), stream); });
      ms = repetition == 0 ? once : std::min(ms, once);
    }
    if (best < 0 || ms < best_ms) {
      best = candidate;
      best_ms = ms;
    }
  }
  if (best < 0) {
    throw DeviceError(
        fmt::format("none of cuBLASLt's {} suggestions computes {} rightly", count, shape_text(shape.problem)));
  }
  return {describe_library(shape, "cublaslt", fmt::format("{} of {}", best + 1, count),
                           "cublasLtMatmul, the fastest of its heuristic's suggestions"),
          [product, best](const Operands& each, cudaStream_t stream) { product->multiply(best, each, stream); }, true};
}

}  // namespace matmul
