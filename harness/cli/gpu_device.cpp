#include "harness/cli/gpu_device.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <optional>
#include <vector>

#include "device/cuda_check.hpp"
#include "harness/cublas_product.hpp"
#include "harness/gpu_memory.hpp"
#include "harness/gpu_operands.hpp"
#include "harness/gpu_timing.hpp"

namespace matmul {
namespace {

struct Matrices {
  explicit Matrices(const Problem& of)
      : problem(of), a(of.m * of.k), b(of.n * of.k), c(of.m * of.n), reference(of.m * of.n) {}

  static std::int64_t bytes(const Problem& of) {
    return static_cast<std::int64_t>(sizeof(HalfBits)) * (of.m * of.k + of.n * of.k + 2 * of.m * of.n);
  }

  Operands operands() const { return {problem, a.data(), b.data(), c.data()}; }
  Operands reference_operands() const { return {problem, a.data(), b.data(), reference.data()}; }

  Problem problem;
  GpuArray<HalfBits> a;
  GpuArray<HalfBits> b;
  GpuArray<HalfBits> c;
  GpuArray<HalfBits> reference;
};

class GpuDevice final : public Device {
 public:
  explicit GpuDevice(GpuInfo info) : info_(std::move(info)) {}

  DeviceSummary summary() const override {
    const std::string chosen =
        why_not_first_.empty() ? "" : fmt::format(", GPU {}, because {}", info_.index, why_not_first_);
    return {.kind = "gpu",
            .name = fmt::format("{}, {} SMs at up to {} MHz, CUDA {} (driver: {}){}", info_.name, info_.sm_count,
                                info_.boost_clock_khz / 1000, info_.runtime_version, info_.driver_version, chosen),
            .gpu = info_};
  }

  Problem default_problem() const override { return {8192, 8192, 8192}; }

  void prepare(const Problem& problem, Init init, std::uint64_t seed) override {
    RoomyGpu roomy = take_roomy_gpu(Matrices::bytes(problem));
    info_ = std::move(roomy.gpu);
    why_not_first_ = std::move(roomy.reason);
    matrices_.emplace(problem);
    fill_on_gpu(matrices_->a.data(), problem.m, MatrixFill(init, seed, Factor::a, problem.k));
    fill_on_gpu(matrices_->b.data(), problem.n, MatrixFill(init, seed, Factor::b, problem.k));
    HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
  }

  void run(const Configuration& configuration) override {
    poison_on_gpu(matrices_->c.data(), matrices_->c.size());
    configuration.launch(matrices_->operands(), cudaStream_t{});
    HOPPER_CHECK_CUDA(cudaDeviceSynchronize());
  }

  std::string reference_name() const override { return "cuBLAS " + cublas_version(); }

  Comparison compare(const Tolerance& tolerance) override {
    poison_on_gpu(matrices_->reference.data(), matrices_->reference.size());
    CublasProduct(CublasProduct::Mode::precise).multiply(matrices_->reference_operands());
    return compare_on_gpu(matrices_->c.data(), matrices_->reference.data(), matrices_->c.size(), tolerance);
  }

  std::optional<Timing> time(const Configuration& configuration, int warmup, int iterations) override {
    std::vector<GpuWork> contenders{[&](cudaStream_t stream) { configuration.launch(matrices_->operands(), stream); }};
    Timing timing{
        .warmup = warmup, .iterations = iterations, .version_ms = {}, .cublas_ms = std::nullopt, .why_no_cublas = ""};
    std::optional<CublasProduct> cublas;
    try {
      cublas.emplace(CublasProduct::Mode::as_default);
      contenders.emplace_back([&](cudaStream_t stream) { cublas->multiply(matrices_->reference_operands(), stream); });
    } catch (const CublasMissing& missing) {
      timing.why_no_cublas = missing.what();
    }
    const auto milliseconds = time_in_turns(contenders, warmup, iterations);
    timing.version_ms = summarize(milliseconds.front());
    if (cublas) {
      timing.cublas_ms = summarize(milliseconds.back());
    }
    return timing;
  }

  std::optional<EmulationOutcome> emulation() const override { return std::nullopt; }

 private:
  GpuInfo info_;
  std::string why_not_first_;
  std::optional<Matrices> matrices_;
};

}  // namespace

GpuDeviceSearch open_gpu_device() {
  GpuSearch search = find_hopper_gpu();
  if (!search.gpu) {
    return {.device = nullptr, .reason = std::move(search.reason), .is_fault = search.is_fault};
  }
  return {.device = std::make_unique<GpuDevice>(std::move(*search.gpu)), .reason = ""};
}

}  // namespace matmul
