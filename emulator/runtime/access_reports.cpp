#include <fmt/format.h>

#include "runtime/cta.hpp"

namespace emulator {
namespace {

const char* operand(AccessKind kind) { return kind == AccessKind::wgmma_read_a ? "A" : "B"; }

const char* describe(AccessKind kind) {
  switch (kind) {
    case AccessKind::ordinary_read: return "ordinary read";
    case AccessKind::ordinary_write: return "ordinary write";
    case AccessKind::tma_write: return "TMA load writes";
    case AccessKind::wgmma_read_a: return "WGMMA reads A";
    case AccessKind::wgmma_read_b: return "WGMMA reads B";
  }
  return "";
}

// What may happen because nothing orders `earlier` before `later`.
std::string unordered_title(AccessKind earlier, AccessKind later) {
  if (earlier == AccessKind::tma_write) {
    if (later == AccessKind::tma_write) {
      return "a TMA load may write shared memory that an earlier load is still writing";
    }
    if (is_wgmma(later)) {
      return fmt::format("WGMMA may read operand {} before the TMA load that fills it has landed", operand(later));
    }
    return fmt::format("an ordinary {} may come before the TMA load of the same bytes has landed",
                       is_write(later) ? "write" : "read");
  }
  if (is_wgmma(earlier)) {
    return fmt::format("{} may overwrite operand {} while WGMMA still reads it",
                       later == AccessKind::tma_write ? "a TMA load" : "an ordinary store", operand(earlier));
  }
  if (is_wgmma(later)) {
    return fmt::format("WGMMA may read operand {} before another thread's store to it", operand(later));
  }
  return fmt::format("an ordinary {} of one thread and {} are not ordered", is_write(earlier) ? "write" : "read",
                     later == AccessKind::tma_write ? "a TMA load that overwrites the same bytes"
                                                    : fmt::format("an ordinary {} of the same bytes by another",
                                                                  is_write(later) ? "write" : "read"));
}

// What would order an `earlier` access before a `later` one.
std::string unordered_repair(AccessKind earlier, AccessKind later) {
  if (earlier == AccessKind::tma_write && later == AccessKind::tma_write) {
    return "let one elected thread load each stage, once in each round, and only after its consumers released it";
  }
  if (earlier == AccessKind::tma_write) {
    return is_wgmma(later) ? "let every thread wait for the full barrier's phase before it issues the MMA"
                           : "wait for the full barrier's phase before touching the tile";
  }
  if (is_wgmma(earlier)) {
    return later == AccessKind::tma_write
               ? "commit the MMAs and release the stage only after wgmma_wait_group() says that they are done, and let "
                 "the producer wait for that release"
               : "let every warp group call wgmma_wait_group<0>(), then __syncthreads(), before the tile is "
                 "overwritten";
  }
  return "put a __syncthreads() or a barrier's arrive and wait between the two";
}

}  // namespace

void Cta::report_unordered(std::uint32_t cell, const Access& earlier, const Access& later, bool only_fence_missing) {
  add_hazard(only_fence_missing ? "missing-proxy-fence" : "unordered-access", earlier.pc, later.pc, [&] {
    const auto overlap = static_cast<std::uint16_t>(earlier.bytes & later.bytes);
    RawHazard hazard;
    hazard.sites = {
        {.what = describe(earlier.kind), .pc = earlier.pc, .who = who(earlier.agent), .where = where(cell, overlap)},
        {.what = describe(later.kind), .pc = later.pc, .who = who(later.agent), .where = ""}};
    if (const IssuedLoad* load = later.kind == AccessKind::tma_write ? find_load(later) : nullptr) {
      hazard.sites[1].who = who(threads_[static_cast<std::size_t>(load->thread)]);
      hazard.sites[1].where = fmt::format("the box at row {}, column {} of the matrix", load->row, load->column);
    }
    if (only_fence_missing) {
      hazard.title = is_wgmma(later.kind)
                         ? fmt::format("WGMMA reads operand {} from ordinary stores that no proxy fence made visible",
                                       operand(later.kind))
                         : "a TMA load overwrites ordinary stores that no proxy fence made visible";
      hazard.missing = "a fence.proxy.async by the thread that stored, between its store and the barrier that follows";
      hazard.fix = "call fence_proxy_async() after the stores, before the __syncthreads()";
    } else {
      hazard.title = unordered_title(earlier.kind, later.kind);
      hazard.missing =
          fmt::format("an order: \"{}\" must come before \"{}\"", describe(earlier.kind), describe(later.kind));
      hazard.fix = is_wgmma(earlier.kind) && is_uncommitted(earlier)
                       ? "call wgmma_commit_group() after the mma_async: they belong to no group, and "
                         "wgmma_wait_group() waits for groups alone"
                       : unordered_repair(earlier.kind, later.kind);
    }
    return hazard;
  });
}

}  // namespace emulator
