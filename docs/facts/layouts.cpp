#include "facts/layouts.hpp"

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <fmt/format.h>

#include <device/mbarrier_wait.cuh>
#include <ptx/fence.cuh>
#include <ptx/mbarrier.cuh>
#include <ptx/shared_memory.cuh>
#include <ptx/tma.cuh>
#include <vector>

#include <ptx/smem_descriptor.cuh>
#include "accumulator.cuh"
#include "device/tensor_map_request.hpp"
#include "runtime/launch.hpp"
#include "runtime/wgmma_operand.hpp"
#include "swizzle.cuh"

namespace docs {
namespace {

using nlohmann::json;

json swizzle() {
  json offsets = json::array();
  for (int row = 0; row < hopper::swizzle_rows; ++row) {
    json chunks = json::array();
    for (int chunk = 0; chunk < hopper::swizzle_row_bytes / hopper::swizzle_chunk_bytes; ++chunk) {
      chunks.push_back(hopper::swizzle_128b(row, chunk));
    }
    offsets.push_back(chunks);
  }
  return {{"row_bytes", hopper::swizzle_row_bytes}, {"chunk_bytes", hopper::swizzle_chunk_bytes}, {"offsets", offsets}};
}

json descriptor_fields(hopper::ptx::SmemDescriptor descriptor) {
  const emulator::DescriptorFields fields = emulator::decode_descriptor(descriptor.bits);
  return {{"bits", fmt::format("0x{:016x}", descriptor.bits)},
          {"start", fields.start},
          {"leading_bytes", fields.leading_bytes},
          {"stride_bytes", fields.stride_bytes},
          {"base_offset", fields.base_offset},
          {"swizzle_bytes", matmul::swizzle_span_bytes(fields.swizzle)}};
}

json descriptor() {
  constexpr std::uint32_t address = 0x8400;
  const hopper::ptx::SmemDescriptor first = hopper::ptx::encode_smem_descriptor(address);
  json steps = json::array();
  for (int column = 0; column < 64; column += hopper::mma_k) {
    steps.push_back(descriptor_fields(first.advance_columns(column)));
  }
  return {{"address", address}, {"steps", steps}};
}

json fragment() {
  constexpr int columns = 16;
  json threads = json::array();
  for (int thread = 0; thread < 128; ++thread) {
    json registers = json::array();
    for (int index = 0; index < columns / 2; ++index) {
      registers.push_back({hopper::fragment_row(thread, index), hopper::fragment_column(thread, index)});
    }
    threads.push_back(registers);
  }
  return {{"columns", columns}, {"threads", threads}};
}

struct BoxStorage {
  alignas(1024) half tile[8][64];
  hopper::ptx::FullBarrier full;
};

// What a TMA load of a box that hangs over the matrix's edges leaves in shared memory: for each 16-byte chunk, in the
// order of rows and logical columns, how many of its 8 elements came from the matrix.
json tma_box() {
  constexpr int rows = 13;
  constexpr int columns = 104;
  constexpr int box_row = 8;
  constexpr int box_column = 64;
  const std::vector<half> matrix(rows * columns, __float2half_rn(1));
  const matmul::TensorMapRequest map{.address = matrix.data(),
                                     .rows = rows,
                                     .columns = columns,
                                     .box_rows = 8,
                                     .box_columns = 64,
                                     .swizzle = matmul::Swizzle::bytes_128,
                                     .element_bytes = 2};
  json loaded = json::array();
  const auto kernel = [&] {
    auto& shared = hopper::ptx::dynamic_shared_memory<BoxStorage>();
    hopper::ptx::mbarrier_init(shared.full, 1);
    hopper::ptx::fence_mbarrier_init();
    hopper::ptx::mbarrier_arrive_expect_tx(shared.full, sizeof(shared.tile));
    hopper::ptx::cp_async_bulk_tensor_2d(shared.tile, map, box_column, box_row, shared.full);
    hopper::mbarrier_wait_parity(shared.full, 0);
    const char* const bytes = reinterpret_cast<const char*>(shared.tile);
    for (int row = 0; row < map.box_rows; ++row) {
      json chunks = json::array();
      for (int chunk = 0; chunk < 8; ++chunk) {
        const half* const elements = reinterpret_cast<const half*>(bytes + hopper::swizzle_128b(row, chunk));
        int from_matrix = 0;
        for (int element = 0; element < 8; ++element) {
          from_matrix += __half2float(elements[element]) == 1 ? 1 : 0;
        }
        chunks.push_back(from_matrix);
      }
      loaded.push_back(chunks);
    }
  };
  matmul::EmulationSession session{.options = {.host_threads = 1}, .report = {}};
  emulator::run_grid({.grid = dim3(1), .threads = 1, .shared_bytes = sizeof(BoxStorage)}, kernel, session);
  if (!session.report.clean()) {
    throw std::logic_error(matmul::format_hazard(session.report.hazards.front()));
  }
  return {{"rows", rows},
          {"columns", columns},
          {"box_row", box_row},
          {"box_column", box_column},
          {"box_rows", map.box_rows},
          {"box_columns", map.box_columns},
          {"bytes", session.report.counts.tma_bytes},
          {"loaded", loaded}};
}

}  // namespace

json layout_facts() {
  return {{"swizzle", swizzle()}, {"descriptor", descriptor()}, {"fragment", fragment()}, {"tma_box", tma_box()}};
}

}  // namespace docs
