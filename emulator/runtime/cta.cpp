#include "runtime/cta.hpp"

#include <algorithm>
#include <array>
#include <boost/context/fixedsize_stack.hpp>
#include <cstring>
#include <utility>

namespace emulator {
namespace {

thread_local Cta* current_cta = nullptr;

constexpr std::size_t stack_bytes = 64 * 1024;
constexpr std::size_t shared_alignment = 1024;
constexpr unsigned char poison = 0xff;  // as fp16 and fp32: NaN

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15 * (value + 1);  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Cta* Cta::current() { return current_cta; }

Cta::Cta(const GridShape& shape, Index block, std::int64_t number, const std::function<void()>& kernel,
         const matmul::EmulationOptions& options, EventRecorder* events)
    : shape_(shape),
      block_(block),
      number_(number),
      options_(options),
      events_(events),
      random_(mix(options.seed, static_cast<std::uint64_t>(number))),
      elected_lane_seed_(static_cast<unsigned>(random_())),
      shared_storage_(
          new unsigned char[static_cast<std::size_t>(shape.shared_bytes + 2 * shared_guard_bytes) + shared_alignment]),
      shadow_(shape.shared_bytes),
      threads_(static_cast<std::size_t>(shape.threads)) {
  unsigned char* const behind_guard = shared_storage_.get() + shared_guard_bytes;
  const auto address = reinterpret_cast<std::uintptr_t>(behind_guard);
  shared_ = behind_guard + (shared_alignment - address % shared_alignment) % shared_alignment;
  std::memset(shared_, poison, static_cast<std::size_t>(shape.shared_bytes));

  const std::size_t warp_groups = (threads_.size() + warp_group_threads - 1) / warp_group_threads;
  at_shuffle_.resize((threads_.size() + warp_threads - 1) / warp_threads);
  tensor_cores_.resize(warp_groups);
  agents_ = threads_.size() + warp_groups;
  for (std::size_t group = 0; group < warp_groups; ++group) {
    tensor_cores_[group].agent = static_cast<Agent>(threads_.size() + group);
  }
  counts_.ctas = 1;
  start_threads(kernel);
}

Cta::~Cta() = default;

void Cta::start_threads(const std::function<void()>& kernel) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    Thread& thread = threads_[i];
    thread.number = static_cast<int>(i);
    thread.clock = VectorClock(agents_);
    thread.clock[static_cast<Agent>(i)] = 1;
    thread.fiber = boost::context::fiber(std::allocator_arg, boost::context::fixedsize_stack(stack_bytes),
                                         [&thread, &kernel](boost::context::fiber&& scheduler) {
                                           thread.scheduler = std::move(scheduler);
                                           try {
                                             kernel();
                                             thread.exited = true;
                                           } catch (const boost::context::detail::forced_unwind&) {
                                             throw;  // the CTA is abandoned, and this is how a fiber ends then
                                           } catch (...) {
                                             thread.error = std::current_exception();
                                           }
                                           return std::move(thread.scheduler);
                                         });
    runnable_.push_back(thread.number);
  }
}

bool Cta::run() {
  Cta* const outer = std::exchange(current_cta, this);
  std::exception_ptr error;
  bool finished = false;
  try {
    finished = run_threads();
  } catch (...) {
    error = std::current_exception();
  }
  current_cta = nullptr;
  threads_.clear();  // unwinds the fibers that are still waiting
  current_cta = outer;
  if (error != nullptr) {
    std::rethrow_exception(error);
  }
  return finished;
}

bool Cta::run_threads() {
  while (true) {
    const bool may_complete_now = options_.policy == matmul::CompletionPolicy::random && chance(4);
    if (runnable_.empty() || may_complete_now) {
      if (pending_operations()) {
        complete_one_operation();
        continue;
      }
      if (runnable_.empty()) {
        break;
      }
    }
    const std::size_t choice = random_() % runnable_.size();
    running_ = &threads_[static_cast<std::size_t>(runnable_[choice])];
    runnable_[choice] = runnable_.back();
    runnable_.pop_back();
    running_->runnable = false;
    running_->fiber = std::move(running_->fiber).resume();
    if (running_->error != nullptr) {
      std::rethrow_exception(running_->error);
    }
    if (running_->exited) {
      ++exited_;
      forget_registers(*running_);
      release_sync_threads_if_complete();
    }
    running_ = nullptr;
  }
  const bool finished = exited_ == static_cast<int>(threads_.size());
  if (finished) {
    check_exit();
  } else {
    report_deadlock();
  }
  return finished;
}

void Cta::forget_registers(const Thread& thread) {
  const auto lane = static_cast<std::size_t>(thread.number % warp_group_threads);
  for (Mma& mma : tensor_cores_[static_cast<std::size_t>(thread.warp_group())].queue) {
    mma.registers[lane] = nullptr;
  }
}

void Cta::block(const Waiting& waiting) {
  Thread& thread = *running_;
  thread.waiting = waiting;
  thread.scheduler = std::move(thread.scheduler).resume();
  thread.waiting = {};
}

void Cta::yield() {
  wake(running_->number);
  block({});
}

void Cta::wake(int thread) {
  Thread& woken = threads_[static_cast<std::size_t>(thread)];
  if (!woken.runnable) {
    woken.runnable = true;
    runnable_.push_back(thread);
  }
}

void Cta::wake_all(std::vector<int>& threads) {
  for (const int thread : threads) {
    wake(thread);
  }
  threads.clear();
}

bool Cta::pending_operations() const {
  return !copies_.empty() || std::any_of(tensor_cores_.begin(), tensor_cores_.end(), [](const TensorCores& cores) {
    return !cores.queue.empty() && cores.queue.front().arrived == warp_group_threads;
  });
}

void Cta::complete_one_operation() {
  std::vector<int> ready;  // warp groups whose next mma_async was issued by all threads; -1 stands for the copies
  for (std::size_t group = 0; group < tensor_cores_.size(); ++group) {
    const auto& queue = tensor_cores_[group].queue;
    if (!queue.empty() && queue.front().arrived == warp_group_threads) {
      ready.push_back(static_cast<int>(group));
    }
  }
  if (!copies_.empty()) {
    ready.push_back(-1);
  }
  const int choice = ready[random_() % ready.size()];
  if (choice < 0) {
    land(random_() % copies_.size());
  } else {
    execute(choice);
  }
}

void Cta::release_sync_threads_if_complete() {
  if (at_sync_threads_.empty() || at_sync_threads_.size() + static_cast<std::size_t>(exited_) < threads_.size()) {
    return;
  }
  VectorClock everything(agents_);
  for (const int thread : at_sync_threads_) {
    everything.join(threads_[static_cast<std::size_t>(thread)].clock);
  }
  for (const int thread : at_sync_threads_) {
    Thread& released = threads_[static_cast<std::size_t>(thread)];
    released.clock.join(everything);
    advance(released);
  }
  wake_all(at_sync_threads_);
}

void Cta::sync_threads(Pc pc) {
  Thread& thread = *running_;
  const std::int64_t since = events_ != nullptr ? events_->now() : 0;
  at_sync_threads_.push_back(thread.number);
  release_sync_threads_if_complete();  // wakes the caller too when it is the last
  block({.what = Waiting::For::sync_threads, .pc = pc});
  if (events_ != nullptr && thread.number % warp_group_threads == 0) {
    events_->add(since, events_track(thread), "sync threads", -1, -1);
  }
}

std::uint32_t Cta::shuffle(std::uint32_t value, int lane, Pc pc) {
  Thread& self = *running_;
  const int first = self.warp() * warp_threads;
  const int lanes = std::min(warp_threads, static_cast<int>(threads_.size()) - first);
  self.shuffled_value = value;
  self.shuffle_source = first + std::clamp(lane, 0, lanes - 1);
  std::vector<int>& arrived = at_shuffle_[static_cast<std::size_t>(self.warp())];
  arrived.push_back(self.number);
  if (static_cast<int>(arrived.size()) < lanes) {
    block({.what = Waiting::For::shuffle, .pc = pc});
    return self.shuffled_value;
  }
  std::array<std::uint32_t, warp_threads> brought{};
  for (const int thread : arrived) {
    brought[static_cast<std::size_t>(thread - first)] = threads_[static_cast<std::size_t>(thread)].shuffled_value;
  }
  for (const int thread : arrived) {
    Thread& receiver = threads_[static_cast<std::size_t>(thread)];
    receiver.shuffled_value = brought[static_cast<std::size_t>(receiver.shuffle_source - first)];
    if (thread != self.number) {
      wake(thread);
    }
  }
  arrived.clear();
  return self.shuffled_value;
}

bool Cta::elect(Pc pc) {
  shuffle(0, 0, pc);  // the whole warp takes part
  const unsigned lane =
      static_cast<unsigned>(mix(elected_lane_seed_, static_cast<std::uint64_t>(running_->warp()))) % warp_threads;
  return static_cast<unsigned>(running_->number) % warp_threads == lane;
}

}  // namespace emulator
