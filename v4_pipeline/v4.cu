/// \file
/// V4's configurations and its launch.
#include "ablations.cuh"
#include "configuration.cuh"
#include "device/tensor_map.cuh"
#include "integer_math.hpp"
#include "kernel.cuh"
#include "versions.hpp"

namespace hopper {
namespace v4 {
namespace {

template <int stages = 3, int swizzle = 4, int tile_n = 256, int consumer_groups = 2>
struct Tuned {
  static constexpr int group_m = 64;
  static constexpr int block_m = consumer_groups * group_m;
  static constexpr int block_n = tile_n;
  static constexpr int block_k = 64;
  static constexpr int num_stages = stages;
  static constexpr int swizzle_size = swizzle;
  static constexpr int num_consumer_groups = consumer_groups;
  static constexpr int producer_warp_group = num_consumer_groups;
  static constexpr int num_threads = num_consumer_groups * warp_group_threads + 32;
};

using Default = Tuned<>;

template <typename Config, typename Ring>
void launch(const matmul::Operands& operands, matmul::Stream stream) {
  const auto [m, n, k] = extents(operands);
  const TileRasterizer<Config::swizzle_size> rasterizer(ceil_div(m, Config::block_m), ceil_div(n, Config::block_n));
  launch_kernel(matmul_v4<Config, Ring>, {rasterizer.grid(), Config::num_threads, sizeof(SharedStorage<Config>)},
                stream, make_tensor_map<Config::group_m, Config::block_k>(as_half(operands.a), m, k),
                make_tensor_map<Config::block_n, Config::block_k>(as_half(operands.b), n, k), output_matrix(operands),
                k, rasterizer);
}

template <typename Config, typename Ring = Pipeline<Config::num_stages>>
matmul::Configuration describe(const char* name, const char* why) {
  return describe_configuration<Config, SharedStorage<Config>, launch<Config, Ring>>(name, why);
}

}  // namespace
}  // namespace v4

const matmul::Version& v4_version() {
  static const matmul::Version version{
      .name = "v4",
      .title = "more independent MMA work",
      .configurations = {
          v4::describe<v4::Default>("default", "3 stages, swizzle size 4"),
          v4::describe<v4::Tuned<2, 4>>("2-stages", "without the third stage"),
          v4::describe<v4::Tuned<4, 4>>("4-stages", "one stage more"),
          v4::describe<v4::Tuned<3, 1>>("swizzle-1", "the plain 2D grid"),
          v4::describe<v4::Tuned<3, 8>>("swizzle-8", "wider rasterization groups"),
          v4::describe<v4::Tuned<3, 16>>("swizzle-16", "still wider rasterization groups"),
          v4::describe<v4::Tuned<2, 1>>("2-stages-swizzle-1",
                                        "2 stages on the plain 2D grid: two consumer groups and the wide tile alone"),
          v4::describe<v4::Tuned<2, 8>>("2-stages-swizzle-8", "2 stages, swizzle size 8"),
          v4::describe<v4::Tuned<2, 16>>("2-stages-swizzle-16", "2 stages, swizzle size 16"),
          v4::describe<v4::Tuned<4, 1>>("4-stages-swizzle-1", "4 stages on the plain 2D grid"),
          v4::describe<v4::Tuned<4, 8>>("4-stages-swizzle-8", "4 stages, swizzle size 8"),
          v4::describe<v4::Tuned<4, 16>>("4-stages-swizzle-16", "4 stages, swizzle size 16"),
          v4::describe<v4::Tuned<2, 1, 128>>("2-groups-only", "V3's tile, stages and grid; two consumer groups alone"),
          v4::describe<v4::Tuned<3, 4, 256, 1>>("1-group", "one consumer group with its half of the tile, 64 x 256"),
          v4::describe<v4::Tuned<2, 4, 256, 1>>("1-group-2-stages", "one consumer group, 2 stages"),
          v4::describe<v4::Tuned<4, 4, 256, 1>>("1-group-4-stages", "one consumer group, 4 stages"),
          v4::describe<v4::Tuned<3, 1, 256, 1>>("1-group-swizzle-1", "one consumer group on the plain 2D grid"),
          v4::describe<v4::Tuned<3, 8, 256, 1>>("1-group-swizzle-8", "one consumer group, swizzle size 8"),
          v4::describe<v4::Tuned<3, 16, 256, 1>>("1-group-swizzle-16", "one consumer group, swizzle size 16"),
          v4::describe<v4::Default, v4::EveryThreadArrives<3>>("128-arrivals",
                                                               "every consumer thread arrives on the empty barrier"),
          v4::describe<v4::Default, v4::RelaxedWaits<3>>("relaxed-waits", "waits without acquire semantics")}};
  return version;
}

}  // namespace hopper
