// What stands behind every check on a GPU agrees with what stands behind those on a CPU.
#include "harness/gpu_operands.hpp"

#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "harness/cublas_product.hpp"
#include "harness/gpu_memory.hpp"
#include "harness/reference_product.hpp"
#include "mapped_array.hpp"

namespace {

using matmul::Comparison;
using matmul::Factor;
using matmul::HalfBits;
using matmul::Init;
using matmul::MatrixFill;
using matmul_tests::MappedArray;

constexpr Init all_inits[] = {Init::uniform, Init::normal, Init::integer};

}  // namespace

TEST_CASE("The GPU fills a matrix with the very bits that the CPU fills it with", "[operands]") {
  for (const Init init : all_inits) {
    for (const Factor factor : {Factor::a, Factor::b}) {
      for (const std::int64_t k : {8, 72, 4104}) {
        const std::int64_t rows = 67;
        const MatrixFill values(init, 21, factor, k);
        MappedArray<HalfBits> on_gpu(static_cast<std::size_t>(rows * k));
        matmul::fill_on_gpu(on_gpu.data(), rows, values);
        HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
        std::vector<HalfBits> on_cpu(on_gpu.size());
        matmul::fill(on_cpu.data(), rows, values);
        CHECK(std::vector<HalfBits>(on_gpu.begin(), on_gpu.end()) == on_cpu);
      }
    }
  }
}

TEST_CASE("The GPU compares as the CPU does", "[operands]") {
  const std::int64_t count = 100'003;
  const matmul::Tolerance tolerance{.relative = 0x1p-9, .absolute = 0x1p-6};
  MappedArray<HalfBits> values(count);
  MappedArray<HalfBits> references(count);
  Comparison on_cpu;
  for (std::int64_t index = 0; index < count; ++index) {
    // Every bit pattern comes up as a value, NaN and infinities too; the reference is near it, or far off.
    const auto value = static_cast<HalfBits>(index);
    const auto reference = static_cast<HalfBits>(index % 1000 == 77 ? 0x3C00 : (index ^ index % 4) & 0xBBFF);
    values[static_cast<std::size_t>(index)] = value;
    references[static_cast<std::size_t>(index)] = reference;
    on_cpu.add(index, matmul::half_to_float(value), matmul::half_to_float(reference), tolerance);
  }
  const Comparison on_gpu = matmul::compare_on_gpu(values.data(), references.data(), count, tolerance);
  REQUIRE(on_cpu.failures > 0);
  REQUIRE(on_cpu.failures < count);
  CHECK(on_gpu.elements == on_cpu.elements);
  CHECK(on_gpu.failures == on_cpu.failures);
  CHECK(on_gpu.not_finite == on_cpu.not_finite);
  CHECK(on_gpu.max_absolute_error == on_cpu.max_absolute_error);
  CHECK(on_gpu.max_relative_error == on_cpu.max_relative_error);
  CHECK(on_gpu.first_failure == on_cpu.first_failure);
  CHECK(on_gpu.first_value == on_cpu.first_value);
  CHECK(on_gpu.first_reference == on_cpu.first_reference);
}

TEST_CASE("cuBLAS computes the product that the CPU computes in double precision", "[operands]") {
  const matmul::CublasProduct cublas(matmul::CublasProduct::Mode::precise);
  for (const Init init : all_inits) {
    for (const matmul::Problem& problem : {matmul::Problem{1, 1, 8}, {67, 131, 72}, {130, 5, 4104}}) {
      INFO(matmul::init_name(init) << ", " << problem.m << " x " << problem.n << " x " << problem.k);
      MappedArray<HalfBits> a(static_cast<std::size_t>(problem.m * problem.k));
      MappedArray<HalfBits> b(static_cast<std::size_t>(problem.n * problem.k));
      MappedArray<HalfBits> c(static_cast<std::size_t>(problem.m * problem.n));
      matmul::fill(a.data(), problem.m, MatrixFill(init, 4, Factor::a, problem.k));
      matmul::fill(b.data(), problem.n, MatrixFill(init, 4, Factor::b, problem.k));
      const matmul::Operands operands{problem, a.data(), b.data(), c.data()};
      matmul::poison_on_gpu(c.data(), problem.m * problem.n);
      cublas.multiply(operands);
      HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
      const Comparison comparison = matmul::compare_with_reference(operands, matmul::tolerance_for(init, problem.k), 2);
      CHECK(comparison.passed());
      CHECK(comparison.elements == problem.m * problem.n);
    }
  }
}
