#include <fmt/format.h>

#include <algorithm>

#include "runtime/cta.hpp"

namespace emulator {
void Cta::advance(Thread& thread) {
  thread.mmas_by_time.push_back(thread.mmas);
  ++thread.clock[static_cast<Agent>(thread.number)];
  ++thread.clock_version;
}

void Cta::fence_proxy_async() {
  advance(*running_);
  const Time now = running_->clock[static_cast<Agent>(running_->number)];
  running_->proxy_fences.push_back(now);
  running_->barrier_init_fences.push_back(now);
}

void Cta::fence_mbarrier_init() {
  advance(*running_);
  running_->barrier_init_fences.push_back(running_->clock[static_cast<Agent>(running_->number)]);
}

bool Cta::fenced(const Thread& writer, const std::vector<Time>& fences, Time after, const VectorClock& known) const {
  const auto fence = std::upper_bound(fences.begin(), fences.end(), after);
  return fence != fences.end() && known[static_cast<Agent>(writer.number)] >= *fence;
}

void Cta::check_access(std::uint32_t cell, const Access& access, const VectorClock& known) {
  shadow_.record(cell, access, [&](Access& earlier) {
    ++counts_.orderings;
    if (earlier.agent == access.agent && !is_async(access.kind)) {
      return;
    }
    if (known[earlier.agent] < earlier.time) {
      // A load that nobody waited for was reported with whoever should have; that the next load does not know it either
      // says nothing new.
      if (!(earlier.reported && earlier.kind == AccessKind::tma_write && access.kind == AccessKind::tma_write)) {
        if (must_come_after(cell, earlier, access, known)) {
          report_unordered(cell, access, earlier, false);
        } else {
          report_unordered(cell, earlier, access, false);
        }
      }
      earlier.reported = true;
    } else if (earlier.kind == AccessKind::ordinary_write && is_async(access.kind)) {
      const Thread& writer = threads_[earlier.agent];
      if (!fenced(writer, writer.proxy_fences, earlier.time, known)) {
        report_unordered(cell, earlier, access, true);
      }
    }
  });
}

void Cta::ordinary_access(const void* pointer, std::size_t bytes, bool is_write_access, Pc pc) {
  if (running_ == nullptr) {
    return;
  }
  ++operation_;
  const auto* const at = static_cast<const unsigned char*>(pointer);
  if (at < shared_ || at >= shared_ + shape_.shared_bytes) {
    if (at >= shared_ - shared_guard_bytes && at < shared_ + shape_.shared_bytes + shared_guard_bytes) {
      report_out_of_range(at - shared_, is_write_access, pc);
    }
    for (AccumulatorRange& range : running_->accumulators) {
      const auto* const begin = reinterpret_cast<const unsigned char*>(range.registers);
      if (at < begin + range.bytes && at + bytes > begin) {
        range.touched_since_fence = true;
        check_in_flight(range, is_write_access, pc);
      }
    }
    return;
  }
  ++counts_.shared_accesses;
  if (events_ != nullptr && is_write_access && running_->number % warp_group_threads == 0) {
    events_->add(events_->now(), events_track(*running_), "store to shared", -1, -1);
  }
  const auto first = static_cast<std::uint32_t>(at - shared_);
  const std::uint32_t end = first + static_cast<std::uint32_t>(bytes);
  if (is_write_access) {
    check_barriers_untouched(first, end, "ordinary write", pc);
  }
  Access access{.pc = pc,
                .time = running_->clock[static_cast<Agent>(running_->number)],
                .agent = static_cast<Agent>(running_->number),
                .bytes = 0,
                .kind = is_write_access ? AccessKind::ordinary_write : AccessKind::ordinary_read,
                .mma = static_cast<Time>(running_->mmas)};
  for (std::uint32_t cell = first / 16; cell * 16 < end && cell < shadow_.size(); ++cell) {
    const std::uint32_t from = std::max(first, cell * 16) - cell * 16;
    const std::uint32_t to = std::min(end, cell * 16 + 16) - cell * 16;
    access.bytes = static_cast<std::uint16_t>((1u << to) - (1u << from));
    if (!is_write_access && (access.bytes & ~shadow_.cell(cell).written) != 0) {
      add_hazard("uninitialised-read", pc, 0, [&] {
        return RawHazard{
            .title = "shared memory is read that nothing has written",
            .sites = {{.what = "ordinary read", .pc = pc, .who = who(*running_), .where = where(cell, access.bytes)}},
            .missing = "a load or store of these bytes before this read",
            .fix = "check that the bytes were written, by whom, and in which stage"};
      });
    }
    check_access(cell, access, running_->clock);
    if (is_write_access) {
      shadow_.cell(cell).content = {};
    }
  }
}

void Cta::check_barriers_untouched(std::uint32_t first, std::uint32_t end, const char* what, Pc pc) {
  if (first >= barriers_end_ || end <= barriers_begin_) {
    return;
  }
  for (const auto& entry : barriers_) {
    const Barrier& barrier = entry.second;
    if (first < barrier.address + barrier_bytes && end > barrier.address) {
      add_hazard("barrier-overwritten", barrier.init_pc, pc, [&] {
        return RawHazard{.title = fmt::format("{}, a barrier in use, is overwritten", barrier_name(barrier)),
                         .sites = {init_site(barrier, "mbarrier.init"), site(what, pc)},
                         .missing = fmt::format("the barrier is shared bytes {} to {}, and the write covers {} to {}",
                                                barrier.address, barrier.address + barrier_bytes - 1, first, end - 1),
                         .fix = "keep barriers and data apart in the shared storage"};
      });
    }
  }
}

void Cta::report_out_of_range(std::ptrdiff_t offset, bool is_write_access, Pc pc) {
  add_hazard("shared-out-of-range", pc, 0, [&] {
    return RawHazard{.title = fmt::format("shared byte {} is {}, but the CTA has {}", offset,
                                          is_write_access ? "written" : "read", shape_.shared_bytes),
                     .sites = {site(is_write_access ? "ordinary write" : "ordinary read", pc)},
                     .missing = "shared memory at that offset",
                     .fix = "check the index against the array that it is for"};
  });
}

void* Cta::shared_memory(std::size_t bytes, Pc pc) {
  if (bytes > static_cast<std::size_t>(shape_.shared_bytes)) {
    add_hazard("shared-memory-too-small", pc, 0, [&] {
      return RawHazard{.title = fmt::format("the kernel's shared storage is {} bytes, but the launch gives {}", bytes,
                                            shape_.shared_bytes),
                       .sites = {site("dynamic shared memory", pc)},
                       .missing = fmt::format("{} bytes", bytes - static_cast<std::size_t>(shape_.shared_bytes)),
                       .fix = "launch with sizeof of the shared storage"};
    });
  }
  return shared_;
}

std::uint32_t Cta::shared_address(const void* pointer) const {
  return static_cast<std::uint32_t>(static_cast<const unsigned char*>(pointer) - shared_);
}

}  // namespace emulator
