/// \file
/// V3's configurations and its launch.
#include "configuration.cuh"
#include "device/tensor_map.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"
#include "versions.hpp"

namespace hopper {
namespace v3 {
namespace {

template <int stages>
struct Stages {
  static constexpr int block_m = 128;
  static constexpr int block_n = 128;
  static constexpr int block_k = 64;
  static constexpr int num_stages = stages;
  static constexpr int producer_warp_group = 1;
  static constexpr int num_threads = warp_group_threads + 32;
};

template <typename Config>
void launch(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  const dim3 grid = plain_grid(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n));
  launch_kernel(matmul_v3<Config>, {grid, Config::num_threads, sizeof(SharedStorage<Config>)}, stream,
                make_tensor_map<Config::block_m, Config::block_k>(as_half(operands.a), m, k),
                make_tensor_map<Config::block_n, Config::block_k>(as_half(operands.b), n, k), output_matrix(operands),
                k);
}

template <typename Config>
matmul::Configuration describe(const char* name, const char* why) {
  return describe_configuration<Config, SharedStorage<Config>, launch<Config>>(name, why);
}

}  // namespace
}  // namespace v3

const matmul::Version& v3_version() {
  static const matmul::Version version{
      .name = "v3",
      .title = "loading and computing in different warps",
      .configurations = {v3::describe<v3::Stages<2>>("default", "2 stages"),
                         v3::describe<v3::Stages<3>>("3-stages", "one more stage; two CTAs still fit an SM"),
                         v3::describe<v3::Stages<4>>("4-stages", "one CTA an SM"),
                         v3::describe<v3::Stages<6>>("6-stages", "one CTA an SM")}};
  return version;
}

}  // namespace hopper
