#include <fmt/format.h>

#include <algorithm>

#include "runtime/cta.hpp"

namespace emulator {
namespace {

constexpr std::size_t kept_phases = 4;
constexpr int patience = 1000;  // questions without a yes, after which a thread waits
// PTX ISA, "mbarrier": ranges of the pending count and of the tx-count.
constexpr std::uint32_t max_arrivals = (1u << 20) - 1;
constexpr std::uint32_t max_announced_bytes = (1u << 20) - 1;

}  // namespace

Barrier* Cta::find_barrier(std::uint32_t address) {
  const auto found = barriers_.find(address);
  return found == barriers_.end() ? nullptr : &found->second;
}

int Cta::barrier_stage(const Barrier& barrier) const {
  int stage = 0;
  for (const auto& [address, other] : barriers_) {
    if (address < barrier.address && other.role == barrier.role) {
      ++stage;
    }
  }
  return stage;
}

std::string Cta::barrier_name(const Barrier& barrier) const {
  return fmt::format("{}[{}]", barrier.role, barrier_stage(barrier));
}

void Cta::barrier_init(void* pointer, const char* role, std::uint32_t arrivals, Pc pc) {
  const std::uint32_t address = shared_address(pointer);
  if (Barrier* live = find_barrier(address)) {
    add_hazard("barrier-reinitialised", live->init_pc, pc, [&] {
      return RawHazard{.title = fmt::format("{} is initialised twice", barrier_name(*live)),
                       .sites = {init_site(*live, "first mbarrier.init"), site("second mbarrier.init", pc)},
                       .missing =
                           "an mbarrier object is initialised once; a second mbarrier.init of a live one is "
                           "undefined",
                       .fix = "let one thread of the CTA initialise each barrier, once"};
    });
    return;
  }
  if (arrivals < 1 || arrivals > max_arrivals) {
    add_hazard("barrier-refused", pc, 0, [&] {
      return RawHazard{.title = fmt::format("a barrier is initialised with a count of {}", arrivals),
                       .sites = {site("mbarrier.init", pc)},
                       .missing = fmt::format("a count of 1 to {}", max_arrivals),
                       .fix = "initialise the barrier with the number of threads that arrive in each phase"};
    });
    return;
  }
  Barrier& barrier = barriers_[address];
  barrier.address = address;
  barrier.role = role;
  barrier.count = barrier.pending = arrivals;
  barrier.agent = static_cast<Agent>(agents_++);
  barrier.arrived = VectorClock(agents_);
  barrier.completed = VectorClock(agents_);
  barrier.init_thread = running_->number;
  barrier.init_time = running_->clock[static_cast<Agent>(running_->number)];
  barrier.init_pc = pc;
  barriers_begin_ = std::min(barriers_begin_, address);
  barriers_end_ = std::max(barriers_end_, address + barrier_bytes);
  if (events_ != nullptr) {
    events_->add(events_->now(), "barriers", fmt::format("init {}", barrier_name(barrier)), barrier_stage(barrier), 0,
                 barrier.pending, barrier.bytes);
  }
}

Barrier* Cta::usable_barrier(const void* pointer, const char* what, bool by_tma, Pc pc) {
  Barrier* barrier = find_barrier(shared_address(pointer));
  if (barrier == nullptr) {
    add_hazard("barrier-uninitialised", pc, 0, [&] {
      return RawHazard{
          .title = "a barrier is used that was never initialised",
          .sites = {site(what, pc)},
          .missing = fmt::format("mbarrier.init of the barrier at shared byte {}", shared_address(pointer)),
          .fix =
              "initialise every barrier of every stage before its first use, then fence and "
              "__syncthreads()"};
    });
    return nullptr;
  }
  const VectorClock& known = running_->clock;
  const bool init_known = known[static_cast<Agent>(barrier->init_thread)] >= barrier->init_time;
  const Thread& initialiser = threads_[static_cast<std::size_t>(barrier->init_thread)];
  const bool fence_known = fenced(initialiser, initialiser.barrier_init_fences, barrier->init_time, known);
  if (!init_known || (by_tma && !fence_known)) {
    add_hazard("barrier-not-visible", barrier->init_pc, pc, [&] {
      return RawHazard{
          .title = init_known ? fmt::format("TMA may not see that {} was initialised", barrier_name(*barrier))
                              : fmt::format("{} may be used before it is initialised", barrier_name(*barrier)),
          .sites = {init_site(*barrier, "mbarrier.init"), site(what, pc)},
          .missing = init_known ? "a fence by the initialising thread that publishes the barrier to the async proxy"
                                : "a __syncthreads() between the initialisation and this use",
          .fix = init_known ? "call fence_mbarrier_init() after mbarrier_init(), before the __syncthreads()"
                            : "put a __syncthreads() between the initialisation and the first use"};
    });
  }
  return barrier;
}

void Cta::barrier_arrive(void* pointer, std::uint32_t announced_bytes, bool announces, Pc pc) {
  const char* const what = announces ? "arrive.expect_tx" : "arrive";
  Barrier* barrier = usable_barrier(pointer, what, false, pc);
  if (barrier == nullptr) {
    return;
  }
  if (announces) {
    if (announced_bytes > max_announced_bytes) {
      add_hazard("transaction-bytes", pc, 1, [&] {
        return RawHazard{
            .title = fmt::format("{} bytes are announced at once on {}", announced_bytes, barrier_name(*barrier)),
            .sites = {site(what, pc)},
            .missing = fmt::format("a phase takes at most {} bytes", max_announced_bytes),
            .fix = "announce exactly the bytes of the loads that complete on this barrier"};
      });
    }
    barrier->announced_first = barrier->balance == 0;
    barrier->balance += announced_bytes;
    barrier->bytes += announced_bytes;
    barrier->last_announcement = pc;
    barrier->announcer = who(*running_);
  }
  if (barrier->pending == 1 && barrier->balance < 0) {
    // The phase's last arrival, and fewer bytes are announced than are on their way.
    report_balance(*barrier);
    barrier->bytes -= barrier->balance;
    barrier->balance = 0;
  }
  // Threads that arrive once a phase know that the phase before is complete; one that does not may as well have been
  // counted in that one.
  const bool knows_phase = running_->clock[barrier->agent] >= barrier->phase;
  if (barrier->pending == 0 || !knows_phase) {
    add_hazard("too-many-arrivals", pc, barrier->init_pc, [&] {
      return RawHazard{
          .title = fmt::format("{} may get more arrivals in a phase than its count of {}", barrier_name(*barrier),
                               barrier->count),
          .sites = {site(what, pc), init_site(*barrier, "mbarrier.init sets the count")},
          .missing = barrier->pending == 0
                         ? fmt::format("phase {} has all its arrivals already", barrier->phase)
                         : fmt::format("nothing tells this thread that phase {} is complete, so its arrival may count "
                                       "towards that phase instead of the next",
                                       barrier->phase - 1),
          .fix = announces
                     ? "let one elected thread announce the bytes and issue the loads, after it has waited for the "
                       "stage to be empty"
                     : "make the count the number of threads that arrive in each phase, and let none arrive before it "
                       "has waited for the stage"};
    });
    if (barrier->pending == 0) {
      return;
    }
  }
  barrier->arrived.join(running_->clock);
  advance(*running_);
  --barrier->pending;
  if (events_ != nullptr) {
    events_->add(events_->now(), events_track(*running_),
                 fmt::format("{} {}", announces ? "expect" : "arrive", barrier_name(*barrier)), barrier_stage(*barrier),
                 static_cast<int>(barrier->phase % 2), barrier->pending, barrier->bytes);
  }
  complete_phase_if_due(*barrier);
}

void Cta::complete_phase_if_due(Barrier& barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0) {
    return;
  }
  ++barrier.phase;
  barrier.completed.join(barrier.arrived);
  barrier.completed[barrier.agent] = static_cast<Time>(barrier.phase);
  barrier.arrived.clear();
  barrier.pending = barrier.count;
  barrier.announced_first = false;
  barrier.history.emplace_back(barrier.phase - 1, barrier.completed);
  if (barrier.history.size() > kept_phases) {
    barrier.history.pop_front();
  }
  if (events_ != nullptr) {
    events_->add(events_->now(), "barriers", fmt::format("complete {}", barrier_name(barrier)), barrier_stage(barrier),
                 static_cast<int>((barrier.phase - 1) % 2), barrier.pending, barrier.bytes);
  }
  wake_all(barrier.waiters);
}

void Cta::pass_phase(Thread& thread, Barrier& barrier, std::int64_t phase, bool acquire) {
  thread.last_waited_phase[barrier.address] = phase;
  if (phase < 0) {
    return;
  }
  const VectorClock* released = &barrier.history.front().second;
  for (const auto& [completed, clock] : barrier.history) {
    if (completed == static_cast<std::uint64_t>(phase)) {
      released = &clock;
    }
  }
  // A relaxed wait learns that the phase is complete, and with it what the asynchronous operations behind it did; it
  // learns nothing of what other threads did with ordinary instructions.
  thread.clock.join_from(*released, acquire ? 0 : threads_.size());
  ++thread.clock_version;
}

std::int64_t Cta::phase_waited_for(const Barrier& barrier, std::uint32_t parity, Pc pc) {
  // How far the barrier has got is what the thread can be sure of, not what this run's schedule happens to show: a wait
  // that could pass on an older phase does.
  const Thread& thread = *running_;
  const auto known_phases = static_cast<std::int64_t>(thread.clock[barrier.agent]);
  const std::int64_t passes_on = known_phases - 1;
  if (parity != static_cast<std::uint32_t>(passes_on & 1)) {
    return known_phases;
  }
  const auto last = thread.last_waited_phase.find(barrier.address);
  const bool waited_before = last != thread.last_waited_phase.end() && last->second == passes_on;
  if (waited_before || (passes_on < 0 && barrier.role == "full")) {
    add_hazard("phase-alias", pc, barrier.init_pc, [&] {
      return RawHazard{
          .title = waited_before
                       ? fmt::format("this wait on {} may pass on a phase that the thread has already waited for",
                                     barrier_name(barrier))
                       : fmt::format("the first wait on {} is for parity 1 and passes before anything was loaded",
                                     barrier_name(barrier)),
          .sites = {site("wait", pc), init_site(barrier, "mbarrier.init")},
          .missing = passes_on < 0
                         ? std::string("a fresh barrier is in phase 0, and a wait for parity 1 passes at once")
                         : fmt::format("parity {} is that of phase {}, which is complete; the next phase has parity {}",
                                       parity, passes_on, parity ^ 1),
          .fix = waited_before ? "flip the phase each time the ring comes back to the same stage"
                               : "let the consumers' first wait be for parity 0"};
    });
  }
  return passes_on;
}

void Cta::block_until_complete(Barrier& barrier, std::int64_t phase, Pc pc) {
  while (static_cast<std::int64_t>(barrier.phase) <= phase) {
    barrier.waiters.push_back(running_->number);
    block({.what = Waiting::For::barrier,
           .pc = pc,
           .barrier_address = barrier.address,
           .phase = static_cast<std::uint64_t>(phase)});
  }
}

void Cta::barrier_wait(void* pointer, std::uint32_t parity, bool acquire, Pc pc) {
  ++counts_.barrier_waits;
  Barrier* barrier = usable_barrier(pointer, "wait", false, pc);
  if (barrier == nullptr) {
    block({.what = Waiting::For::never, .pc = pc, .barrier_address = shared_address(pointer)});
    return;
  }
  Thread& thread = *running_;
  const std::int64_t since = events_ != nullptr ? events_->now() : 0;
  const std::int64_t phase = phase_waited_for(*barrier, parity, pc);
  block_until_complete(*barrier, phase, pc);
  pass_phase(thread, *barrier, phase, acquire);
  if (events_ != nullptr && (thread.number % warp_group_threads == 0 || barrier->role == "empty")) {
    events_->add(since, events_track(thread), fmt::format("wait {}", barrier_name(*barrier)), barrier_stage(*barrier),
                 static_cast<int>(parity), barrier->pending, barrier->bytes);
  }
}

bool Cta::barrier_try_wait(void* pointer, std::uint32_t parity, bool acquire, Pc pc) {
  ++counts_.barrier_waits;
  Barrier* barrier = usable_barrier(pointer, "try_wait", false, pc);
  if (barrier == nullptr) {
    return true;  // said already; a program that asks again would ask for ever
  }
  Thread& thread = *running_;
  const std::int64_t phase = phase_waited_for(*barrier, parity, pc);
  const std::pair question(barrier->address, phase);
  const bool asks_anew = thread.asked != question;
  thread.asked = question;
  // Mostly no to whoever asks for the first time, so that a program that ignores the answer is found; and whoever has
  // asked long enough waits, so that a loop without end is found to be a deadlock.
  if (asks_anew && !chance(4)) {
    yield();
    return false;
  }
  if (static_cast<std::int64_t>(barrier->phase) <= phase && ++thread.asked_in_vain < patience) {
    yield();
    return false;
  }
  block_until_complete(*barrier, phase, pc);
  thread.asked = {0, -1};
  thread.asked_in_vain = 0;
  pass_phase(thread, *barrier, phase, acquire);
  return true;
}

}  // namespace emulator
