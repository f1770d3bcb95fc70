// The launch of a mutant of V3, in a small configuration.
#include "configuration.cuh"
#include "device/tensor_map.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"

namespace hopper {
namespace {

struct Config {
  static constexpr int block_m = 64;
  static constexpr int block_n = 128;
  static constexpr int block_k = 64;
  static constexpr int num_stages = 2;
  static constexpr int producer_warp_group = 1;
  static constexpr int num_threads = 160;
};

}  // namespace

void launch_mutant(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  launch_kernel(v3::matmul_v3<Config>,
                {plain_grid(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n)), Config::num_threads,
                 sizeof(v3::SharedStorage<Config>)},
                stream, make_tensor_map<Config::block_m, Config::block_k>(as_half(operands.a), m, k),
                make_tensor_map<Config::block_n, Config::block_k>(as_half(operands.b), n, k), output_matrix(operands),
                k);
}

}  // namespace hopper
