#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/cta.hpp"

namespace emulator {
namespace {

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

// What would order an `earlier` access before a `later` one.
std::string repair(AccessKind earlier, AccessKind later) {
  const bool wgmma_later = later == AccessKind::wgmma_read_a || later == AccessKind::wgmma_read_b;
  const bool wgmma_earlier = earlier == AccessKind::wgmma_read_a || earlier == AccessKind::wgmma_read_b;
  if (earlier == AccessKind::tma_write && later == AccessKind::tma_write) {
    return "wait until the stage was read and released before loading it again";
  }
  if (earlier == AccessKind::tma_write) {
    return wgmma_later ? "let every thread wait for the full barrier's phase before it issues the MMA"
                       : "wait for the full barrier's phase before touching the tile";
  }
  if (wgmma_earlier) {
    return later == AccessKind::tma_write
               ? "release the stage only after wgmma_wait_group() says that its MMAs are done, and let the producer "
                 "wait for that release"
               : "call wgmma_wait_group<0>() before overwriting the tile";
  }
  return "put a __syncthreads() or a barrier's arrive and wait between the two";
}

}  // namespace

void Cta::advance(Thread& thread) {
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
  shadow_.record(cell, access, [&](const Access& earlier) {
    ++counts_.orderings;
    if (earlier.agent == access.agent && !is_async(access.kind)) {
      return;
    }
    if (known[earlier.agent] < earlier.time) {
      report_unordered(cell, earlier, access, false);
    } else if (earlier.kind == AccessKind::ordinary_write && is_async(access.kind) && !is_write(access.kind)) {
      const Thread& writer = threads_[earlier.agent];
      if (!fenced(writer, writer.proxy_fences, earlier.time, known)) {
        report_unordered(cell, earlier, access, true);
      }
    }
  });
}

void Cta::report_unordered(std::uint32_t cell, const Access& earlier, const Access& later, bool only_fence_missing) {
  add_hazard(only_fence_missing ? "missing-proxy-fence" : "unordered-access", earlier.pc, later.pc, [&] {
    const auto overlap = static_cast<std::uint16_t>(earlier.bytes & later.bytes);
    RawHazard hazard;
    hazard.sites = {
        {.what = describe(earlier.kind), .pc = earlier.pc, .who = who(earlier.agent), .where = where(cell, overlap)},
        {.what = describe(later.kind),
         .pc = later.pc,
         .who = later.kind == AccessKind::tma_write ? who(*running_) : who(later.agent),
         .where = ""}};
    if (only_fence_missing) {
      hazard.title = "shared memory written by ordinary stores is read by the tensor cores without a proxy fence";
      hazard.missing = "a fence.proxy.async by the writing thread between its store and the barrier that publishes it";
      hazard.fix = "call fence_proxy_async() after the stores, before the __syncthreads()";
    } else {
      hazard.title = fmt::format("two accesses to the same shared memory are not ordered: \"{}\" and \"{}\"",
                                 describe(earlier.kind), describe(later.kind));
      hazard.missing = fmt::format("nothing makes the first ({}) happen before the second ({})", who(earlier.agent),
                                   who(later.agent));
      hazard.fix = repair(earlier.kind, later.kind);
    }
    return hazard;
  });
}

void Cta::ordinary_access(const void* pointer, std::size_t bytes, bool is_write_access, Pc pc) {
  if (running_ == nullptr) {
    return;
  }
  const auto* const at = static_cast<const unsigned char*>(pointer);
  if (at < shared_ || at >= shared_ + shape_.shared_bytes) {
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
  if (is_write_access && first < barriers_end_ && end > barriers_begin_) {
    for (const auto& [address, barrier] : barriers_) {
      if (first < address + 8 && end > address) {
        add_hazard("barrier-overwritten", barrier.init_pc, pc, [&] {
          return RawHazard{
              .title = fmt::format("ordinary data is written over {}, which is in use", barrier_name(barrier)),
              .sites = {site("mbarrier.init", barrier.init_pc), site("ordinary write", pc)},
              .missing = "an mbarrier object belongs to the mbarrier instructions alone",
              .fix = "keep barriers and data apart in the shared storage"};
        });
      }
    }
  }
  Access access{.pc = pc,
                .time = running_->clock[static_cast<Agent>(running_->number)],
                .agent = static_cast<Agent>(running_->number),
                .bytes = 0,
                .kind = is_write_access ? AccessKind::ordinary_write : AccessKind::ordinary_read};
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

void Cta::check_exit() {
  VectorClock known(agents_);
  for (const Thread& thread : threads_) {
    known.join(thread.clock);
  }
  for (std::size_t group = 0; group < tensor_cores_.size(); ++group) {
    TensorCores& cores = tensor_cores_[group];
    for (const Mma& mma : cores.queue) {
      if (mma.arrived < warp_group_threads) {
        add_hazard("wgmma-incomplete-warp-group", mma.pc, 0, [&] {
          return RawHazard{
              .title = fmt::format("only {} of 128 threads of a warp group issue an mma_async", mma.arrived),
              .sites = {{.what = "wgmma.mma_async", .pc = mma.pc, .who = who(cores.agent), .where = ""}},
              .missing = "all four warps of the warp group must execute it together",
              .fix = "keep wgmma out of branches that not all 128 threads take"};
        });
      }
    }
    const Thread& first = threads_[group * warp_group_threads];
    for (const AccumulatorRange& range : first.accumulators) {
      if (range.last_mma > known[cores.agent]) {
        add_hazard("in-flight-at-exit", range.last_mma_pc, 0, [&] {
          return RawHazard{
              .title = "the CTA exits with an mma_async in flight",
              .sites = {{.what = "wgmma.mma_async", .pc = range.last_mma_pc, .who = who(cores.agent), .where = ""}},
              .missing = "a wgmma.wait_group for its group",
              .fix = "commit and wait for every group before the threads exit"};
        });
      }
    }
  }
  for (const auto& [address, barrier] : barriers_) {
    if (barrier.last_load != 0 && (known[barrier.agent] < barrier.phase || barrier.bytes != 0)) {
      add_hazard("in-flight-at-exit", barrier.last_load, 1, [&] {
        return RawHazard{
            .title = fmt::format("the CTA exits while loads to {} may be in flight", barrier_name(barrier)),
            .sites = {{.what = "TMA load", .pc = barrier.last_load, .who = "", .where = ""}},
            .missing = "a wait by any thread for the barrier's last phase",
            .fix = "issue only loads whose stage a consumer will wait for"};
      });
    }
  }
}

std::string Cta::waiting_for(const Thread& thread) const {
  switch (thread.waiting.what) {
    case Waiting::For::barrier: {
      const Barrier& barrier = barriers_.at(thread.waiting.barrier_address);
      std::string lacks;
      if (barrier.pending > 0) {
        lacks = fmt::format("{} of {} arrivals", barrier.pending, barrier.count);
      }
      if (barrier.bytes != 0) {
        lacks += fmt::format("{}{} bytes of TMA loads", lacks.empty() ? "" : " and ", barrier.bytes);
      }
      return fmt::format("{} to complete phase {} (parity {}); it is in phase {} and still misses {}",
                         barrier_name(barrier), thread.waiting.phase, thread.waiting.phase % 2, barrier.phase, lacks);
    }
    case Waiting::For::sync_threads: return "__syncthreads() by the threads that wait elsewhere";
    case Waiting::For::shuffle: return "the other lanes of its warp at a shuffle";
    case Waiting::For::wgmma: return "a WGMMA group that not all 128 threads have issued";
    case Waiting::For::never: return "a barrier that was never initialised";
    case Waiting::For::nothing: break;
  }
  return "";
}

void Cta::report_deadlock() {
  std::map<std::pair<Pc, std::string>, std::vector<int>> groups;
  for (const Thread& thread : threads_) {
    if (!thread.exited) {
      groups[{thread.waiting.pc, waiting_for(thread)}].push_back(thread.number);
    }
  }
  RawHazard hazard;
  hazard.title = fmt::format("deadlock: {} threads wait for something that nobody will do",
                             static_cast<int>(threads_.size()) - exited_);
  Pc first = 0;
  for (const auto& [key, members] : groups) {
    const auto& [pc, what] = key;
    first = first == 0 ? pc : first;
    const std::string threads =
        members.size() == 1 ? fmt::format("thread {}", members.front())
                            : fmt::format("{} threads, {} to {}", members.size(), members.front(), members.back());
    hazard.sites.push_back(
        {.what = "waits for " + what,
         .pc = pc,
         .who = fmt::format("{}, warp group {}, {}", cta_name(), members.front() / warp_group_threads, threads),
         .where = ""});
  }
  std::string cause = "an arrival that is missing, or a wait that has the wrong phase";
  for (const auto& [address, barrier] : barriers_) {
    if (barrier.waiters.empty()) {
      continue;
    }
    hazard.missing +=
        fmt::format("{}{}: phase {}, {} of {} arrivals pending, {} bytes pending", hazard.missing.empty() ? "" : "; ",
                    barrier_name(barrier), barrier.phase, barrier.pending, barrier.count, barrier.bytes);
    if (barrier.bytes != 0) {
      cause = "the bytes announced by arrive.expect_tx are not those that the loads bring";
    } else if (barrier.role == "empty" && barrier.phase == 0 && barrier.pending == barrier.count) {
      cause = "the producer's first wait must be for parity 1, which a fresh barrier lets pass";
    } else if (barrier.pending < barrier.count) {
      cause = "the barrier's count is not the number of threads that arrive in each phase";
    }
  }
  if (hazard.missing.empty()) {
    hazard.missing = "the threads that are waited for have exited or wait themselves";
    cause = "not all threads of the group reach the same synchronising call";
  }
  hazard.fix = "usual cause: " + cause;
  for (std::size_t group = 0; group < tensor_cores_.size(); ++group) {
    for (const Mma& mma : tensor_cores_[group].queue) {
      if (mma.arrived < warp_group_threads) {
        add_hazard("wgmma-incomplete-warp-group", mma.pc, 0, [&] {
          return RawHazard{
              .title = fmt::format("only {} of 128 threads of a warp group issue an mma_async", mma.arrived),
              .sites = {{.what = "wgmma.mma_async", .pc = mma.pc, .who = who(tensor_cores_[group].agent), .where = ""}},
              .missing = "all four warps of the warp group must execute it together",
              .fix = "keep wgmma out of branches that not all 128 threads take"};
        });
        break;
      }
    }
  }
  add_hazard("deadlock", first, 0, [&] { return hazard; });
}

std::string Cta::cta_name() const { return fmt::format("CTA ({}, {})", block_.x, block_.y); }

std::string Cta::events_track(const Thread& thread) const {
  const auto complete_groups = threads_.size() / warp_group_threads;
  if (static_cast<std::size_t>(thread.warp_group()) >= complete_groups) {
    return "producer";
  }
  const bool has_producer = threads_.size() % warp_group_threads != 0;
  return fmt::format("{} {}", has_producer ? "consumer" : "warp group", thread.warp_group());
}

std::string Cta::who(const Thread& thread) const {
  return fmt::format("{}, warp group {}, thread {}", cta_name(), thread.warp_group(), thread.number);
}

std::string Cta::who(Agent agent) const {
  if (agent < threads_.size()) {
    return who(threads_[agent]);
  }
  const std::size_t group = agent - threads_.size();
  if (group < tensor_cores_.size()) {
    return fmt::format("{}, tensor cores of warp group {}", cta_name(), group);
  }
  for (const auto& [address, barrier] : barriers_) {
    if (barrier.agent == agent) {
      return fmt::format("{}, TMA load that completes on {}", cta_name(), barrier_name(barrier));
    }
  }
  return cta_name();
}

std::string Cta::where(std::uint32_t cell, std::uint16_t bytes) const {
  int first = 0;
  int last = 15;
  while (first < 15 && (bytes >> first & 1) == 0) {
    ++first;
  }
  while (last > 0 && (bytes >> last & 1) == 0) {
    --last;
  }
  const int stage = const_cast<ShadowMemory&>(shadow_).cell(cell).content.stage;
  const std::uint32_t base = cell * ShadowMemory::cell_bytes;
  return fmt::format("{}shared bytes {} to {}", stage >= 0 ? fmt::format("stage {}, ", stage) : "",
                     base + static_cast<std::uint32_t>(first), base + static_cast<std::uint32_t>(last));
}

RawSite Cta::site(const char* what, Pc pc) const {
  return {.what = what, .pc = pc, .who = running_ != nullptr ? who(*running_) : "", .where = ""};
}

void Cta::add_hazard(const char* kind, Pc first, Pc second, const std::function<RawHazard()>& describe) {
  hazards_.add(kind, first, second, [&] {
    RawHazard hazard = describe();
    hazard.cta = number_;
    return hazard;
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
