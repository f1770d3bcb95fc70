// The launch of a mutant of V1, in its smallest configuration.
#include "configuration.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"

namespace hopper {
namespace {

struct Config {
  static constexpr int block_m = 64;
  static constexpr int block_n = 128;
  static constexpr int block_k = 64;
  static constexpr int num_threads = 128;
};

}  // namespace

void launch_mutant(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  launch_kernel(v1::matmul_v1<Config>,
                {plain_grid(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n)), Config::num_threads,
                 sizeof(v1::SharedStorage<Config>)},
                stream, Matrix<const half>{as_half(operands.a), m, k}, Matrix<const half>{as_half(operands.b), n, k},
                output_matrix(operands), k);
}

}  // namespace hopper
