/// \file
/// One CTA: its threads, its shared memory, its asynchronous operations, and the checks on all of them.
#pragma once

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "emulation.hpp"
#include "runtime/event_recorder.hpp"
#include "runtime/hazard_log.hpp"
#include "runtime/launch.hpp"
#include "runtime/operations.hpp"
#include "runtime/shadow_memory.hpp"
#include "runtime/thread.hpp"

namespace emulator {

inline constexpr std::uint32_t barrier_bytes = 8;    ///< of an mbarrier object
inline constexpr int shared_guard_bytes = 32 << 10;  ///< around shared memory, to catch accesses out of range

/// Runs one CTA to its end, or to a deadlock.
///
/// Every check looks for a missing happens-before edge at the time an operation is issued, never for a wrong value, so
/// that what is reported depends neither on the order in which threads run nor on when asynchronous operations take
/// effect. An asynchronous operation accesses memory at any time between its issue and the wait that knows it complete:
/// it is recorded once, at its issue, as an access by an agent whose progress only that wait learns.
class Cta {
 public:
  /// Prepares CTA `number` at `block`; its events go to `events`, unless that is null.
  Cta(const GridShape& shape, Index block, std::int64_t number, const std::function<void()>& kernel,
      const matmul::EmulationOptions& options, EventRecorder* events);
  ~Cta();
  Cta(const Cta&) = delete;
  Cta& operator=(const Cta&) = delete;

  /// The CTA that runs on this CPU thread; null outside of kernels.
  static Cta* current();

  /// Runs to the end; false after a deadlock. What is thrown in a thread ends the run and goes on to the caller.
  bool run();

  /// The mistakes found so far.
  const HazardLog& hazards() const { return hazards_; }
  /// How much was executed and checked so far.
  const matmul::EmulationCounts& counts() const { return counts_; }

  // The built-ins and operations of the running thread; `pc` is the return address into the kernel.

  /// `threadIdx` of the running thread.
  Index thread_index() const { return {static_cast<unsigned>(running_->number), 0, 0}; }
  /// `blockIdx` of the CTA.
  Index block_index() const { return block_; }
  /// `gridDim` of the launch.
  Index grid_extent() const { return {shape_.grid.x, shape_.grid.y, shape_.grid.z}; }
  /// `__syncthreads` by the running thread.
  void sync_threads(Pc pc);
  /// `__shfl_sync` by the running thread.
  std::uint32_t shuffle(std::uint32_t value, int lane, Pc pc);
  /// `elect.sync` by the running thread.
  bool elect(Pc pc);
  /// First byte of shared memory; reports a storage of more `bytes` than the launch gave.
  void* shared_memory(std::size_t bytes, Pc pc);
  /// Offset of `pointer` in shared memory.
  std::uint32_t shared_address(const void* pointer) const;
  /// `mbarrier.init`; `role` is "full" or "empty".
  void barrier_init(void* pointer, const char* role, std::uint32_t arrivals, Pc pc);
  /// `mbarrier.arrive`, with `.expect_tx` when it announces bytes.
  void barrier_arrive(void* pointer, std::uint32_t announced_bytes, bool announces, Pc pc);
  /// Waits for the phase of that parity; `acquire` false: with relaxed semantics.
  void barrier_wait(void* pointer, std::uint32_t parity, bool acquire, Pc pc);
  /// Asks whether that phase has completed; the answer may be no although it has, as PTX allows.
  bool barrier_try_wait(void* pointer, std::uint32_t parity, bool acquire, Pc pc);
  /// `fence.proxy.async` by the running thread.
  void fence_proxy_async();
  /// `fence.mbarrier_init` by the running thread.
  void fence_mbarrier_init();
  /// Issues the copy of one box.
  void tma_load_2d(void* destination, const matmul::TensorMapRequest& map, int column, int row, void* barrier, Pc pc);
  /// `wgmma.fence` by the running thread.
  void wgmma_fence();
  /// The running thread's part of one `wgmma.mma_async`; `a` and `b` are descriptors.
  void wgmma_mma_async(int n, float* d, std::uint64_t a, std::uint64_t b, bool accumulate, Pc pc);
  /// `wgmma.commit_group` by the running thread.
  void wgmma_commit_group();
  /// `wgmma.wait_group`: waits until at most `pending_groups` are in flight.
  void wgmma_wait_group(int pending_groups, Pc pc);
  /// An ordinary load or store of the kernel, to any memory.
  void ordinary_access(const void* pointer, std::size_t bytes, bool is_write, Pc pc);
  /// Ends the run with `error` as soon as the running thread blocks or exits.
  void fail_thread(std::exception_ptr error) { running_->error = std::move(error); }

 private:
  // cta.cpp: execution
  void start_threads(const std::function<void()>& kernel);
  bool run_threads();
  void forget_registers(const Thread& exited);
  void block(const Waiting& waiting);
  void yield();
  void wake(int thread);
  void wake_all(std::vector<int>& threads);
  bool pending_operations() const;
  void complete_one_operation();
  void release_sync_threads_if_complete();
  bool chance(unsigned one_in) { return random_() % one_in == 0; }

  // barriers.cpp
  RawSite init_site(const Barrier& barrier, const char* what) const;
  Barrier* find_barrier(std::uint32_t address);
  std::string barrier_name(const Barrier& barrier) const;
  int barrier_stage(const Barrier& barrier) const;
  Barrier* usable_barrier(const void* pointer, const char* what, bool by_tma, Pc pc);
  void complete_phase_if_due(Barrier& barrier);
  std::int64_t phase_waited_for(const Barrier& barrier, std::uint32_t parity, Pc pc);
  void block_until_complete(Barrier& barrier, std::int64_t phase, Pc pc);
  void pass_phase(Thread& thread, Barrier& barrier, std::int64_t phase, bool acquire);

  // tma.cpp, wgmma.cpp
  bool copy_is_well_formed(const Copy& copy, Pc pc);
  void account_load(Barrier& barrier, std::int64_t bytes, Pc pc);
  void record_copy(const Copy& copy, const Barrier& barrier, Pc pc);
  void land(std::size_t copy);
  void mma_issued(int warp_group, Mma& mma);
  bool check_operand(const TensorCores& cores, Mma& mma, std::uint64_t number, bool is_a);
  void execute(int warp_group);
  void check_in_flight(const AccumulatorRange& range, bool is_write, Pc pc);

  // accesses.cpp
  void check_access(std::uint32_t cell, const Access& access, const VectorClock& known);
  bool fenced(const Thread& writer, const std::vector<Time>& fences, Time after, const VectorClock& known) const;
  void check_barriers_untouched(std::uint32_t first, std::uint32_t end, const char* what, Pc pc);
  void report_out_of_range(std::ptrdiff_t offset, bool is_write, Pc pc);
  void advance(Thread& thread);

  // access_reports.cpp
  void report_unordered(std::uint32_t cell, const Access& earlier, const Access& later, bool only_fence_missing);

  // causes.cpp
  bool must_come_after(std::uint32_t cell, const Access& earlier, const Access& later, const VectorClock& known) const;
  bool write_spoils_read(const Access& write, const Access& read, const VectorClock& known_to_writer) const;
  bool knows_mma_issued(const VectorClock& known, std::size_t warp_group, std::uint64_t mma) const;
  bool is_uncommitted(const Access& read) const;
  const IssuedLoad* find_load(const Access& access) const;
  std::size_t warp_group_of(const Access& read) const { return read.agent - threads_.size(); }

  // end_checks.cpp
  void check_exit();
  void report_deadlock();
  bool report_incomplete_mmas();
  void report_balance(const Barrier& barrier);
  std::string deadlock_cause() const;
  std::string waiting_for(const Thread& thread) const;

  // names.cpp
  std::string events_track(const Thread& thread) const;
  std::string who(const Thread& thread) const;
  std::string who(Agent agent) const;
  std::string where(std::uint32_t cell, std::uint16_t bytes) const;
  std::string cta_name() const;
  RawSite site(const char* what, Pc pc) const;
  void add_hazard(const char* kind, Pc first, Pc second, const std::function<RawHazard()>& describe);

  const GridShape shape_;
  const Index block_;
  const std::int64_t number_;
  const matmul::EmulationOptions options_;
  EventRecorder* const events_;
  std::mt19937_64 random_;
  unsigned elected_lane_seed_;

  std::unique_ptr<unsigned char[]> shared_storage_;
  unsigned char* shared_ = nullptr;
  ShadowMemory shadow_;
  std::vector<Thread> threads_;
  std::vector<int> runnable_;
  Thread* running_ = nullptr;
  int exited_ = 0;

  std::vector<int> at_sync_threads_;
  std::vector<std::vector<int>> at_shuffle_;  // by warp
  std::map<std::uint32_t, Barrier> barriers_;
  std::uint32_t barriers_begin_ = ~0u;
  std::uint32_t barriers_end_ = 0;
  std::vector<Copy> copies_;
  std::vector<TensorCores> tensor_cores_;  // by warp group
  std::size_t agents_ = 0;

  HazardLog hazards_;
  std::uint64_t operation_ = 0;  // number of the access, load or mma_async that is being checked
  matmul::EmulationCounts counts_;
};

}  // namespace emulator
