/// \file
/// V2's configurations and its launch.
#include "configuration.cuh"
#include "device/tensor_map.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"
#include "versions.hpp"

namespace hopper {
namespace v2 {
namespace {

template <int stages>
struct Stages {
  static constexpr int block_m = 128;
  static constexpr int block_n = 128;
  static constexpr int block_k = 64;
  static constexpr int num_stages = stages;
  static constexpr int num_threads = 128;
};

template <typename Config>
void launch(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  const dim3 grid = plain_grid(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n));
  launch_kernel(matmul_v2<Config>, {grid, Config::num_threads, sizeof(SharedStorage<Config>)}, stream,
                make_tensor_map<Config::block_m, Config::block_k>(as_half(operands.a), m, k),
                make_tensor_map<Config::block_n, Config::block_k>(as_half(operands.b), n, k), output_matrix(operands),
                k);
}

template <typename Config>
matmul::Configuration describe(const char* name, const char* why) {
  return describe_configuration<Config, SharedStorage<Config>, launch<Config>>(name, why);
}

}  // namespace
}  // namespace v2

const matmul::Version& v2_version() {
  static const matmul::Version version{
      .name = "v2",
      .title = "the copy engine loads the tiles",
      .configurations = {v2::describe<v2::Stages<3>>("default", "3 stages: two CTAs fit an SM, as many as of V3"),
                         v2::describe<v2::Stages<1>>("1-stage", "no prefetching at all"),
                         v2::describe<v2::Stages<2>>("2-stages", "one K-tile ahead; three CTAs fit an SM"),
                         v2::describe<v2::Stages<4>>("4-stages", "one CTA an SM"),
                         v2::describe<v2::Stages<6>>("6-stages", "one CTA an SM")}};
  return version;
}

}  // namespace hopper
