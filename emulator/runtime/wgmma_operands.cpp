#include <fmt/format.h>

#include "runtime/cta.hpp"
#include "runtime/wgmma_operand.hpp"

namespace emulator {
namespace {

constexpr int mma_rows = 64;
constexpr int mma_k = 16;
constexpr int chunk_elements = 8;

const char* in_swizzle(matmul::Swizzle swizzle) {
  switch (swizzle) {
    case matmul::Swizzle::none: return "without a swizzle";
    case matmul::Swizzle::bytes_32: return "in the 32-byte swizzle";
    case matmul::Swizzle::bytes_64: return "in the 64-byte swizzle";
    case matmul::Swizzle::bytes_128: return "in the 128-byte swizzle";
  }
  return "";
}

}  // namespace

bool Cta::check_operand(const TensorCores& cores, Mma& mma, std::uint64_t number, bool is_a) {
  const DescriptorFields fields = decode_descriptor(is_a ? mma.a : mma.b);
  const char* const name = is_a ? "A" : "B";
  const int rows = is_a ? mma_rows : mma.n;
  const std::string reads = fmt::format("WGMMA reads {}", name);

  const std::uint32_t pattern = 8 * static_cast<std::uint32_t>(matmul::swizzle_span_bytes(fields.swizzle));
  if (pattern != 0 && fields.base_offset == 0 && (fields.start & (pattern - 1) & ~127u) != 0) {
    add_hazard("wgmma-misaligned-operand", mma.pc, is_a ? 1 : 2, [&] {
      return RawHazard{.title = fmt::format("operand {} starts at shared byte {}, which is not on a {}-byte boundary",
                                            name, fields.start, pattern),
                       .sites = {site(reads.c_str(), mma.pc)},
                       .missing =
                           "a swizzled tile must start where its pattern starts, unless the descriptor's base "
                           "offset says otherwise",
                       .fix = fmt::format("declare the tile with alignas({})", pattern)};
    });
    // Goes on as an H200 does: the swizzle takes its bits from the address, wherever the operand starts.
  }
  const std::uint32_t last = operand_address(fields, rows - 1, 1) | 127u;
  if (last >= static_cast<std::uint32_t>(shape_.shared_bytes) + 128u) {
    add_hazard("wgmma-out-of-range", mma.pc, is_a ? 1 : 2, [&] {
      return RawHazard{
          .title =
              fmt::format("operand {} reaches shared byte {}, but the CTA has {}", name, last, shape_.shared_bytes),
          .sites = {site(reads.c_str(), mma.pc)},
          .missing = fmt::format("start {}, stride {} bytes, {} rows", fields.start, fields.stride_bytes, rows),
          .fix = "check the descriptor's address and stride"};
    });
    return false;
  }

  Access access{.pc = mma.pc,
                .time = static_cast<Time>(number),
                .agent = cores.agent,
                .bytes = 0xffff,
                .kind = is_a ? AccessKind::wgmma_read_a : AccessKind::wgmma_read_b};
  const Content first = shadow_.cell(operand_address(fields, 0, 0) / ShadowMemory::cell_bytes).content;
  for (int row = 0; row < rows; ++row) {
    for (int chunk = 0; chunk < mma_k / chunk_elements; ++chunk) {
      const std::uint32_t index = operand_address(fields, row, chunk) / ShadowMemory::cell_bytes;
      if (index >= shadow_.size()) {
        continue;
      }
      const Cell& cell = shadow_.cell(index);
      access.mma = 0;
      access.knew_content = false;
      for (const Access& earlier : cell.accesses) {
        if (is_write(earlier.kind)) {
          access.knew_content = earlier.bytes == 0xffff && (*mma.known_by_all)[earlier.agent] >= earlier.time;
        } else if (earlier.agent == access.agent) {
          access.mma = earlier.time;
        }
      }
      check_access(index, access, *mma.known_by_all);
      if (cell.written != 0xffff) {
        add_hazard("uninitialised-read", mma.pc, is_a ? 1 : 2, [&] {
          return RawHazard{
              .title = fmt::format("operand {} holds bytes that nothing has written", name),
              .sites = {{.what = reads, .pc = mma.pc, .who = who(cores.agent), .where = where(index, 0xffff)}},
              .missing = "a load or store of these bytes before the MMA",
              .fix = "check that the loads cover the whole tile and that the wait is for their barrier"};
        });
      }
      if (first.matrix != nullptr && cell.content.matrix != nullptr && cell.written == 0xffff &&
          (cell.content.matrix != first.matrix || cell.content.row - first.row != row ||
           cell.content.chunk - first.chunk != chunk)) {
        add_hazard("layout-mismatch", cell.content.pc, mma.pc, [&] {
          return RawHazard{
              .title = fmt::format("operand {} is read in another layout than it was loaded in", name),
              .sites = {{.what = fmt::format("TMA load writes {}",
                                             in_swizzle(static_cast<matmul::Swizzle>(cell.content.swizzle))),
                         .pc = cell.content.pc,
                         .who = "",
                         .where = where(index, 0xffff)},
                        {.what = fmt::format("{} {}, stride {} bytes", reads, in_swizzle(fields.swizzle),
                                             fields.stride_bytes),
                         .pc = mma.pc,
                         .who = who(cores.agent),
                         .where = ""}},
              .missing =
                  fmt::format("row {}, columns {} to {} of the operand are expected here, but these bytes hold "
                              "row {}, columns {} to {} of the tile",
                              row, chunk * 8, chunk * 8 + 7, cell.content.row - first.row,
                              (cell.content.chunk - first.chunk) * 8, (cell.content.chunk - first.chunk) * 8 + 7),
              .fix =
                  "give the tensor map and the matrix descriptor the same swizzle, and the descriptor the tile's "
                  "stride"};
        });
      }
    }
  }
  if (is_a) {
    mma.stage = first.stage;
  }
  return true;
}

}  // namespace emulator
