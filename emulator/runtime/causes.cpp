/// \file
/// Which of two unordered accesses must come first. Recording order can't tell: it changes with the schedule, and an
/// mma_async is recorded when the last of 128 threads has issued it, long after the first.
#include <algorithm>

#include "runtime/cta.hpp"

namespace emulator {
const IssuedLoad* Cta::find_load(const Access& access) const {
  for (const auto& [address, barrier] : barriers_) {
    if (barrier.agent == access.agent) {
      const auto found = std::find_if(barrier.loads.rbegin(), barrier.loads.rend(), [&](const IssuedLoad& load) {
        return load.time == access.time && load.pc == access.pc;
      });
      return found == barrier.loads.rend() ? nullptr : &*found;
    }
  }
  return nullptr;
}

bool Cta::knows_mma_issued(const VectorClock& known, std::size_t warp_group, std::uint64_t mma) const {
  const std::size_t first = warp_group * warp_group_threads;
  for (std::size_t i = first; i < first + warp_group_threads && i < threads_.size(); ++i) {
    const Time until = known[static_cast<Agent>(i)];
    const Thread& thread = threads_[i];
    const std::uint64_t issued = until < thread.mmas_by_time.size() ? thread.mmas_by_time[until] : thread.mmas;
    if (issued >= mma) {
      return true;
    }
  }
  return false;
}

// Whether the read is right where it is and the write comes too early: the writer came by because somebody had issued
// the read, or the read's content was known and had not been given up yet. Else the reader came too early.
bool Cta::write_spoils_read(const Access& write, const Access& read, const VectorClock& known_to_writer) const {
  if (knows_mma_issued(known_to_writer, warp_group_of(read), read.time)) {
    return true;
  }
  const bool was_given_up = read.mma != 0 && known_to_writer[read.agent] >= read.mma;
  return read.knew_content && !was_given_up && is_write(write.kind);
}

// Whether `earlier`, which was recorded first, is the one that must come second.
bool Cta::must_come_after(std::uint32_t cell, const Access& earlier, const Access& later,
                          const VectorClock& known) const {
  if (is_wgmma(earlier.kind)) {
    return !write_spoils_read(later, earlier, known);
  }
  if (!is_wgmma(later.kind)) {
    return false;
  }
  // The content that the read may have been meant for is gone from the list, and so is who read it before.
  Access read = later;
  const Cell& at = shadow_.cell(cell);
  for (const auto* accesses : {&at.overwritten, &at.accesses}) {
    for (const Access& before : *accesses) {
      if (&before == &earlier) {
        continue;
      }
      if (is_write(before.kind)) {
        read.knew_content = before.bytes == 0xffff && known[before.agent] >= before.time;
      } else if (before.agent == read.agent) {
        read.mma = before.time;
      }
    }
  }
  if (earlier.kind == AccessKind::tma_write) {
    const IssuedLoad* const load = find_load(earlier);
    return load != nullptr && write_spoils_read(earlier, read, load->known);
  }
  const Thread& writer = threads_[earlier.agent];
  if (static_cast<std::size_t>(writer.warp_group()) == warp_group_of(later)) {
    return earlier.mma >= later.time;
  }
  return read.knew_content;
}

bool Cta::is_uncommitted(const Access& read) const {
  const Thread& thread = threads_[warp_group_of(read) * warp_group_threads];
  return read.time > thread.committed_mmas && read.time <= thread.uncommitted_at_wait;
}

}  // namespace emulator
