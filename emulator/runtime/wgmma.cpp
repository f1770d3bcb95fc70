#include <fmt/format.h>

#include "runtime/cta.hpp"

namespace emulator {

void Cta::wgmma_fence() {
  ++running_->fences;
  for (AccumulatorRange& range : running_->accumulators) {
    range.touched_since_fence = false;
  }
}

void Cta::wgmma_mma_async(int n, float* d, std::uint64_t a, std::uint64_t b, bool accumulate, Pc pc) {
  ++operation_;
  Thread& thread = *running_;
  const std::uint64_t number = ++thread.mmas;

  AccumulatorRange* range = nullptr;
  for (AccumulatorRange& known : thread.accumulators) {
    if (known.registers == d) {
      range = &known;
    }
  }
  if (range == nullptr) {
    range = &thread.accumulators.emplace_back();
    range->registers = d;
    range->touched_since_fence = thread.fences == 0;
  }
  range->bytes = static_cast<std::size_t>(n / 2) * sizeof(float);
  if (range->touched_since_fence) {
    add_hazard("missing-wgmma-fence", pc, 0, [&] {
      return RawHazard{.title =
                           "an mma_async uses accumulators that ordinary instructions have touched since the last "
                           "wgmma.fence",
                       .sites = {site("wgmma.mma_async", pc)},
                       .missing =
                           "a wgmma.fence between the last ordinary access to the accumulators and this "
                           "mma_async",
                       .fix = "call wgmma_fence() before the first mma_async of each batch"};
    });
    range->touched_since_fence = false;
  }
  range->last_mma = number;
  range->last_mma_pc = pc;

  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(thread.warp_group())];
  const std::size_t position = static_cast<std::size_t>(number - cores.first_queued());
  while (cores.queue.size() <= position) {
    cores.queue.emplace_back();
  }
  Mma& mma = cores.queue[position];
  const std::size_t lane = static_cast<std::size_t>(thread.number % warp_group_threads);
  if (mma.arrived == 0) {
    mma.n = n;
    mma.a = a;
    mma.b = b;
    mma.accumulate = accumulate;
    mma.pc = pc;
  } else if ((mma.n != n || mma.a != a || mma.b != b || mma.accumulate != accumulate) && !mma.mismatch_reported) {
    mma.mismatch_reported = true;
    add_hazard("wgmma-divergent", mma.pc, pc, [&] {
      return RawHazard{.title = "the threads of a warp group issue different mma_async",
                       .sites = {site("wgmma.mma_async", mma.pc), site("wgmma.mma_async", pc)},
                       .missing = "all 128 threads must name the same shape and the same descriptors",
                       .fix = "compute the descriptors from values that are the same throughout the warp group"};
    });
  }
  mma.registers[lane] = d;
  ++mma.arrived;

  // The clocks of the 128 threads rarely change between one mma_async and the next; then their common knowledge is
  // that of the one before.
  if (cores.last_clock_version[lane] == thread.clock_version && cores.last_known != nullptr) {
    ++mma.unchanged;
  } else {
    cores.last_clock_version[lane] = thread.clock_version;
    if (mma.known_by_all == nullptr) {
      mma.known_by_all = std::make_shared<VectorClock>(thread.clock);
    } else {
      mma.known_by_all->meet(thread.clock);
    }
  }
  if (mma.arrived == warp_group_threads) {
    mma_issued(thread.warp_group(), mma);
  }
}

void Cta::mma_issued(int warp_group, Mma& mma) {
  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(warp_group)];
  ++counts_.wgmmas;
  mma.issued_step = events_ != nullptr ? events_->now() : 0;  // by the last of the 128 threads
  if (mma.unchanged > 0) {
    if (mma.known_by_all == nullptr) {
      mma.known_by_all = cores.last_known;
    } else {
      mma.known_by_all->meet(*cores.last_known);
    }
  }
  cores.last_known = mma.known_by_all;

  const std::uint64_t number = running_->mmas;
  const bool a_is_valid = check_operand(cores, mma, number, true);
  const bool b_is_valid = check_operand(cores, mma, number, false);
  if (!a_is_valid || !b_is_valid) {
    mma.n = 0;  // executes as nothing
  }
  if (options_.policy == matmul::CompletionPolicy::early) {
    while (!cores.queue.empty() && cores.queue.front().arrived == warp_group_threads) {
      execute(warp_group);
    }
  }
}

void Cta::wgmma_commit_group() {
  running_->groups.push_back(running_->mmas);
  running_->committed_mmas = running_->mmas;
}

void Cta::wgmma_wait_group(int pending_groups, Pc pc) {
  Thread& thread = *running_;
  const auto pending = static_cast<std::size_t>(pending_groups);
  if (thread.mmas > thread.committed_mmas) {
    thread.uncommitted_at_wait = thread.mmas;
  }
  if (thread.groups.size() <= pending) {
    return;
  }
  const std::uint64_t target = thread.groups[thread.groups.size() - 1 - pending];
  thread.groups.erase(thread.groups.begin(), thread.groups.end() - static_cast<std::ptrdiff_t>(pending));
  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(thread.warp_group())];
  const std::int64_t since = events_ != nullptr ? events_->now() : 0;
  while (cores.executed < target) {
    cores.waiters.push_back(thread.number);
    block({.what = Waiting::For::wgmma, .pc = pc, .mma = target});
  }
  thread.retired_mmas = std::max(thread.retired_mmas, target);
  thread.clock[cores.agent] = std::max(thread.clock[cores.agent], static_cast<Time>(target));
  ++thread.clock_version;
  if (events_ != nullptr && thread.number % warp_group_threads == 0) {
    events_->add(since, events_track(thread), fmt::format("wait_group {}", pending_groups), -1, -1);
  }
}

void Cta::check_in_flight(const AccumulatorRange& range, bool is_write, Pc pc) {
  if (range.last_mma <= running_->retired_mmas) {
    return;
  }
  add_hazard("accumulator-in-flight", range.last_mma_pc, pc, [&] {
    const bool committed = range.last_mma <= running_->committed_mmas;
    return RawHazard{.title = fmt::format("an accumulator is {} while an mma_async that writes it is in flight",
                                          is_write ? "written" : "read"),
                     .sites = {site("wgmma.mma_async writes the accumulator", range.last_mma_pc),
                               site(is_write ? "ordinary write" : "ordinary read", pc)},
                     .missing = committed ? "a wgmma.wait_group that waits for the mma_async's group"
                                          : "a wgmma.commit_group: the mma_async belongs to no group, and "
                                            "wgmma.wait_group waits for groups alone",
                     .fix = committed ? "wait for the group before touching its accumulators"
                                      : "call wgmma_commit_group() after the mma_async and wait for that group"};
  });
}

}  // namespace emulator
