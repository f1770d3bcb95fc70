// The launch of a mutant of V4 or of its Pipeline, with two consumer groups but a small tile.
#include "configuration.cuh"
#include "device/tensor_map.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"

namespace hopper {
namespace {

struct Config {
  static constexpr int group_m = 64;
  static constexpr int block_m = 128;
  static constexpr int block_n = 128;
  static constexpr int block_k = 64;
  static constexpr int num_stages = 3;
  static constexpr int swizzle_size = 4;
  static constexpr int num_consumer_groups = 2;
  static constexpr int producer_warp_group = 2;
  static constexpr int num_threads = 288;
};

}  // namespace

void launch_mutant(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  const TileRasterizer<Config::swizzle_size> rasterizer(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n));
  launch_kernel(v4::matmul_v4<Config>, {rasterizer.grid(), Config::num_threads, sizeof(v4::SharedStorage<Config>)},
                stream, make_tensor_map<Config::group_m, Config::block_k>(as_half(operands.a), m, k),
                make_tensor_map<Config::block_n, Config::block_k>(as_half(operands.b), n, k), output_matrix(operands),
                k, rasterizer);
}

}  // namespace hopper
