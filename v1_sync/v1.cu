/// \file
/// V1's configurations and its launch.
#include "configuration.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"
#include "versions.hpp"

namespace hopper {
namespace v1 {
namespace {

struct Default {
  static constexpr int block_m = 128;
  static constexpr int block_n = 128;
  static constexpr int block_k = 64;
  static constexpr int num_threads = 128;
};

struct NarrowTile : Default {
  static constexpr int block_n = 64;
};

template <typename Config>
void launch(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  const dim3 grid = plain_grid(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n));
  launch_kernel(matmul_v1<Config>, {grid, Config::num_threads, sizeof(SharedStorage<Config>)}, stream,
                Matrix<const half>{as_half(operands.a), m, k}, Matrix<const half>{as_half(operands.b), n, k},
                output_matrix(operands), k);
}

template <typename Config>
matmul::Configuration describe(const char* name, const char* why) {
  return describe_configuration<Config, SharedStorage<Config>, launch<Config>>(name, why);
}

}  // namespace
}  // namespace v1

const matmul::Version& v1_version() {
  static const matmul::Version version{
      .name = "v1",
      .title = "the plain tiled loop, on the tensor cores",
      .configurations = {v1::describe<v1::Default>("default", "128 x 128 tile, one stage"),
                         v1::describe<v1::NarrowTile>("narrow", "128 x 64 tile: more CTAs, less reuse")}};
  return version;
}

}  // namespace hopper
