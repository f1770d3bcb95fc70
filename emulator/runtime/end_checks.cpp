#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/cta.hpp"

namespace emulator {
namespace {

struct WaitingThreads {
  Pc pc;
  std::string what;
  std::vector<int> members;
};

}  // namespace

void Cta::check_exit() {
  VectorClock known(agents_);
  for (const Thread& thread : threads_) {
    known.join(thread.clock);
  }
  report_incomplete_mmas();
  for (std::size_t group = 0; group < tensor_cores_.size(); ++group) {
    const TensorCores& cores = tensor_cores_[group];
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
  for (const auto& entry : barriers_) {
    const Barrier& barrier = entry.second;
    report_balance(barrier);
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

bool Cta::report_incomplete_mmas() {
  bool any = false;
  for (const TensorCores& cores : tensor_cores_) {
    for (const Mma& mma : cores.queue) {
      if (mma.arrived < warp_group_threads) {
        any = true;
        add_hazard("wgmma-incomplete-warp-group", mma.pc, 0, [&] {
          return RawHazard{
              .title = fmt::format("only {} of the 128 threads of a warp group issue an mma_async", mma.arrived),
              .sites = {{.what = "wgmma.mma_async", .pc = mma.pc, .who = who(cores.agent), .where = ""}},
              .missing = "all four warps of the warp group must execute it together",
              .fix = "keep wgmma out of branches that not all 128 threads take"};
        });
      }
    }
  }
  return any;
}

void Cta::report_balance(const Barrier& barrier) {
  if (barrier.balance == 0) {
    return;
  }
  const bool too_many = barrier.balance > 0;
  add_hazard("transaction-bytes", barrier.last_announcement, barrier.last_load, [&] {
    RawHazard hazard{
        .title = too_many ? fmt::format("{} was told to expect {} bytes more than its loads bring",
                                        barrier_name(barrier), barrier.balance)
                          : fmt::format("{} gets {} bytes more than it was told to expect", barrier_name(barrier),
                                        -barrier.balance),
        .sites = {},
        .missing = too_many
                       ? fmt::format("{} bytes of TMA loads, without which the phase never completes", barrier.balance)
                       : fmt::format("{} announced bytes, without which the phase may complete before "
                                     "all loads have landed",
                                     -barrier.balance),
        .fix = "announce exactly the bytes of the loads that complete on this barrier"};
    if (barrier.last_announcement != 0) {
      hazard.sites.push_back(
          {.what = too_many ? "arrive.expect_tx announces too much" : "arrive.expect_tx announces too little",
           .pc = barrier.last_announcement,
           .who = barrier.announcer,
           .where = ""});
    }
    if (barrier.last_load != 0) {
      hazard.sites.push_back({.what = "TMA load", .pc = barrier.last_load, .who = "", .where = ""});
    }
    return hazard;
  });
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
      return fmt::format("{} to complete phase {} (parity {}); it is in phase {}, which misses {}",
                         barrier_name(barrier), thread.waiting.phase, thread.waiting.phase % 2, barrier.phase, lacks);
    }
    case Waiting::For::sync_threads: return "__syncthreads() by the threads that wait elsewhere";
    case Waiting::For::shuffle: return "the other lanes of its warp at a warp-wide instruction";
    case Waiting::For::wgmma: return "a group of mma_async that not all 128 threads have issued";
    case Waiting::For::never: return "a barrier that was never initialised";
    case Waiting::For::nothing: break;
  }
  return "";
}

std::string Cta::deadlock_cause() const {
  for (const TensorCores& cores : tensor_cores_) {
    if (!cores.queue.empty()) {
      return "not all 128 threads of a warp group issue its mma_async";
    }
  }
  const int waiting = static_cast<int>(threads_.size()) - exited_;
  if (!at_sync_threads_.empty() && static_cast<int>(at_sync_threads_.size()) < waiting) {
    return "a __syncthreads() stands where not all threads come by, or one of them waits for what only comes behind it";
  }
  std::string cause;
  for (const auto& entry : barriers_) {
    const Barrier& barrier = entry.second;
    if (barrier.bytes != 0 || barrier.balance != 0) {
      return "the bytes announced by arrive.expect_tx are not those that the loads bring";
    }
    if (barrier.waiters.empty()) {
      continue;
    }
    if (barrier.pending < barrier.count) {
      return "the barrier's count is not the number of threads that arrive in each phase";
    }
    if (barrier.role == "empty" && std::any_of(barrier.waiters.begin(), barrier.waiters.end(), [&](int thread) {
          return events_track(threads_[static_cast<std::size_t>(thread)]) != "producer";
        })) {
      return "consumers wait on an empty barrier, which they complete themselves: they must wait on the full one";
    }
    if (barrier.role == "empty" && barrier.phase == 0 && counts_.tma_loads == 0) {
      cause = "the producer's first wait must be for parity 1, which a fresh barrier lets pass";
    } else if (cause.empty()) {
      cause = "an arrival is missing, or a wait is for the wrong phase";
    }
  }
  return cause.empty() ? "not all threads of the group reach the same synchronising call" : cause;
}

void Cta::report_deadlock() {
  report_incomplete_mmas();
  for (const auto& entry : barriers_) {
    report_balance(entry.second);
  }
  // Threads that wait for the same at the same place, in the order of their numbers.
  std::vector<WaitingThreads> groups;
  std::map<std::pair<Pc, std::string>, std::size_t> known;
  for (const Thread& thread : threads_) {
    if (!thread.exited) {
      const std::string what = waiting_for(thread);
      const auto [group, is_new] = known.try_emplace({thread.waiting.pc, what}, groups.size());
      if (is_new) {
        groups.push_back({thread.waiting.pc, what, {}});
      }
      groups[group->second].members.push_back(thread.number);
    }
  }
  add_hazard("deadlock", groups.front().pc, 0, [&] {
    const int waiting = static_cast<int>(threads_.size()) - exited_;
    RawHazard hazard{.title = fmt::format("deadlock: {} thread{} for something that nobody will do", waiting,
                                          waiting == 1 ? " waits" : "s wait"),
                     .sites = {},
                     .missing = "",
                     .fix = "usual cause: " + deadlock_cause()};
    for (const auto& [pc, what, members] : groups) {
      const Thread& first = threads_[static_cast<std::size_t>(members.front())];
      hazard.sites.push_back({.what = fmt::format("{} for {}", members.size() == 1 ? "waits" : "wait", what),
                              .pc = pc,
                              .who = members.size() == 1 ? who(first)
                                                         : fmt::format("{} and {} more, up to thread {}", who(first),
                                                                       members.size() - 1, members.back()),
                              .where = ""});
    }
    for (const auto& entry : barriers_) {
      const Barrier& barrier = entry.second;
      if (!barrier.waiters.empty()) {
        hazard.missing +=
            fmt::format("{}{} of {} arrivals and {} bytes in phase {} of {}", hazard.missing.empty() ? "" : "; ",
                        barrier.pending, barrier.count, barrier.bytes, barrier.phase, barrier_name(barrier));
      }
    }
    if (hazard.missing.empty()) {
      hazard.missing = "the threads that are waited for have exited or wait themselves";
    }
    return hazard;
  });
}

}  // namespace emulator
