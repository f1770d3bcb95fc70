#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/cta.hpp"
#include "runtime/swizzled_address.hpp"

namespace emulator {
namespace {

constexpr std::uint32_t chunk_bytes = 16;
constexpr std::uint64_t kept_load_phases = 4;

std::int64_t box_bytes(const matmul::TensorMapRequest& map) {
  return std::int64_t{map.box_rows} * map.box_columns * map.element_bytes;
}

// Shared address of the 16-byte chunk `chunk` of row `row` of a box at `destination`.
std::uint32_t chunk_address(const matmul::TensorMapRequest& map, std::uint32_t destination, int row, int chunk) {
  const auto row_bytes = static_cast<std::uint32_t>(map.box_columns * map.element_bytes);
  return swizzled_address(
      destination + static_cast<std::uint32_t>(row) * row_bytes + static_cast<std::uint32_t>(chunk) * chunk_bytes,
      map.swizzle);
}

}  // namespace

bool Cta::copy_is_well_formed(const Copy& copy, Pc pc) {
  // A swizzle's pattern covers 8 rows of its span; without one, TMA takes any 128-byte boundary.
  const int span = matmul::swizzle_span_bytes(copy.map.swizzle);
  const std::uint32_t alignment = span == 0 ? 128u : static_cast<std::uint32_t>(std::max(128, 8 * span));
  if (copy.destination % alignment != 0) {
    add_hazard("tma-misaligned-destination", pc, 0, [&] {
      return RawHazard{.title = fmt::format("the destination of a TMA load is shared byte {}, which is not a multiple "
                                            "of {}",
                                            copy.destination, alignment),
                       .sites = {site("TMA load", pc)},
                       .missing = fmt::format("a {}-byte swizzle repeats every {} bytes, so its tiles must start there",
                                              span, alignment),
                       .fix = fmt::format("declare the tile with alignas({})", alignment)};
    });
    if (copy.destination % 128 != 0) {
      return false;
    }
    // Goes on as an H200 does: the swizzle takes its bits from the address, wherever the tile starts.
  }
  const std::int64_t end = copy.destination + box_bytes(copy.map);
  if (end > shape_.shared_bytes) {
    add_hazard("tma-out-of-range", pc, 0, [&] {
      return RawHazard{
          .title = fmt::format("a TMA load writes up to shared byte {}, but the CTA has {}", end, shape_.shared_bytes),
          .sites = {site("TMA load", pc)},
          .missing = fmt::format("the tensor map's box is {} x {} elements of {} bytes", copy.map.box_rows,
                                 copy.map.box_columns, copy.map.element_bytes),
          .fix = "let the tensor map's box be the tile that shared memory has room for"};
    });
    return false;
  }
  return true;
}

void Cta::account_load(Barrier& barrier, std::int64_t bytes, Pc pc) {
  barrier.balance -= bytes;
  barrier.last_load = pc;
  // Bytes may be announced behind the load, as long as an arrival is still to come. But not when they were announced
  // before it, and not when the thread can't know that the phase before is over: then the load may belong to that one.
  const bool may_be_late = running_->clock[barrier.agent] < barrier.phase;
  if (barrier.balance < 0 && (barrier.announced_first || may_be_late)) {
    report_balance(barrier);
    // Goes on as if the bytes had been announced, so that one mistake makes one report.
    barrier.bytes -= barrier.balance;
    barrier.balance = 0;
  }
}

void Cta::tma_load_2d(void* destination, const matmul::TensorMapRequest& map, int column, int row, void* pointer,
                      Pc pc) {
  ++operation_;
  Barrier* barrier = usable_barrier(pointer, "TMA load", true, pc);
  Copy copy{.map = map,
            .destination = shared_address(destination),
            .barrier_address = shared_address(pointer),
            .column = column,
            .row = row,
            .issued_step = events_ != nullptr ? events_->now() : 0};
  if (barrier == nullptr) {
    return;
  }
  copy.drops_data = !copy_is_well_formed(copy, pc);
  ++counts_.tma_loads;
  counts_.tma_bytes += box_bytes(map);
  account_load(*barrier, box_bytes(map), pc);

  barrier->loads.push_back({.time = static_cast<Time>(barrier->phase + 1),
                            .pc = pc,
                            .thread = running_->number,
                            .known = running_->clock,
                            .row = row,
                            .column = column});
  while (barrier->loads.front().time + kept_load_phases <= barrier->phase) {
    barrier->loads.pop_front();
  }
  if (!copy.drops_data) {
    record_copy(copy, *barrier, pc);
  }
  advance(*running_);
  copies_.push_back(std::move(copy));
  if (options_.policy == matmul::CompletionPolicy::early) {
    land(copies_.size() - 1);
  }
}

void Cta::record_copy(const Copy& copy, const Barrier& barrier, Pc pc) {
  const matmul::TensorMapRequest& map = copy.map;
  const auto end = copy.destination + static_cast<std::uint32_t>(box_bytes(map));
  check_barriers_untouched(copy.destination, end, "TMA load writes", pc);
  const Access access{.pc = pc,
                      .time = static_cast<Time>(barrier.phase + 1),
                      .agent = barrier.agent,
                      .bytes = 0xffff,
                      .kind = AccessKind::tma_write};
  const auto stage = static_cast<std::int16_t>(barrier_stage(barrier));
  const int chunks = map.box_columns * map.element_bytes / static_cast<int>(chunk_bytes);
  const int chunk_elements = static_cast<int>(chunk_bytes) / map.element_bytes;
  for (int box_row = 0; box_row < map.box_rows; ++box_row) {
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const std::uint32_t cell = chunk_address(map, copy.destination, box_row, chunk) / ShadowMemory::cell_bytes;
      check_access(cell, access, running_->clock);
      shadow_.cell(cell).content = {.matrix = map.address,
                                    .row = copy.row + box_row,
                                    .chunk = copy.column / chunk_elements + chunk,
                                    .stage = stage,
                                    .swizzle = static_cast<std::uint8_t>(map.swizzle),
                                    .pc = pc};
    }
  }
}

void Cta::land(std::size_t index) {
  const Copy copy = std::move(copies_[index]);
  copies_.erase(copies_.begin() + static_cast<std::ptrdiff_t>(index));
  const auto& map = copy.map;
  const auto* matrix = static_cast<const unsigned char*>(map.address);
  const int chunks = map.box_columns * map.element_bytes / static_cast<int>(chunk_bytes);
  const int chunk_elements = static_cast<int>(chunk_bytes) / map.element_bytes;
  for (int box_row = 0; box_row < map.box_rows && !copy.drops_data; ++box_row) {
    const std::int64_t row = std::int64_t{copy.row} + box_row;
    for (int chunk = 0; chunk < chunks; ++chunk) {
      unsigned char* const to = shared_ + chunk_address(map, copy.destination, box_row, chunk);
      std::memset(to, 0, chunk_bytes);  // what lies outside the matrix arrives as zeros
      if (row < 0 || row >= map.rows) {
        continue;
      }
      const std::int64_t first = std::int64_t{copy.column} + std::int64_t{chunk} * chunk_elements;
      const std::int64_t from = std::max<std::int64_t>(first, 0);
      const std::int64_t end = std::min<std::int64_t>(first + chunk_elements, map.columns);
      if (from < end) {
        std::memcpy(to + (from - first) * map.element_bytes, matrix + (row * map.columns + from) * map.element_bytes,
                    static_cast<std::size_t>((end - from) * map.element_bytes));
      }
    }
  }
  Barrier& barrier = barriers_.at(copy.barrier_address);
  barrier.bytes -= box_bytes(map);
  if (events_ != nullptr) {
    events_->add(copy.issued_step, "TMA",
                 fmt::format("load {} x {} to {}", map.box_rows, map.box_columns, barrier_name(barrier)),
                 barrier_stage(barrier), static_cast<int>(barrier.phase % 2), barrier.pending, barrier.bytes);
  }
  complete_phase_if_due(barrier);
}

}  // namespace emulator
