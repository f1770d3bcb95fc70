/// \file
/// What a program asks of the emulator and what it gets back; knows nothing of how the emulator works.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace matmul {

/// When asynchronous operations (TMA copies, WGMMA) take effect, between their issue and the wait that needs them.
enum class CompletionPolicy { early, late, random };

/// How to run a launch on the CPU.
struct EmulationOptions {
  CompletionPolicy policy = CompletionPolicy::random;  ///< see CompletionPolicy
  std::uint64_t seed = 0;                              ///< of the order in which threads run, and of the random policy
  int host_threads = 0;                                ///< CTAs run on so many CPU threads; 0: one per core
  bool record_events = false;                          ///< fill EmulationReport::events for the CTA `events_cta`
  std::int64_t events_cta = 0;                         ///< number of that CTA in launch order
  /// Called with the CTAs done and all CTAs after each of them, by one CPU thread at a time.
  std::function<void(std::int64_t done, std::int64_t total)> on_progress = nullptr;
};

/// One access, wait or call that a hazard is about.
struct HazardSite {
  std::string what;      ///< like "WGMMA reads B" or "TMA load writes"
  std::string file;      ///< of the line in the kernel, relative to the project; empty if unknown
  int line = 0;          ///< in the kernel
  std::string function;  ///< that contains the line
  std::string via;       ///< the line in a shared header that the kernel got there by, like "common/pipeline.cuh:71"
  std::string who;       ///< like "CTA (0, 0), warp group 1, thread 128"
  std::string where;     ///< like "stage 2, shared bytes 65536 to 65551"; or empty
};

/// A mistake that the emulator found.
struct Hazard {
  std::string kind;               ///< one of a fixed set, like "unordered-access"; see the emulator's documentation
  std::string title;              ///< one line: what is wrong
  std::vector<HazardSite> sites;  ///< the two accesses, or the call; for a deadlock, each distinct waiter
  std::string missing;            ///< the ordering, arrivals or bytes that are missing
  std::string fix;                ///< one sentence: what would repair it
  std::int64_t count = 1;         ///< how often the same pair of lines was seen
};

/// How much was executed and checked.
struct EmulationCounts {
  /// CTAs that ran.
  std::int64_t ctas = 0;
  std::int64_t barrier_waits = 0;    ///< waits on mbarriers, counted by thread
  std::int64_t tma_loads = 0;        ///< boxes that TMA copied
  std::int64_t tma_bytes = 0;        ///< bytes of those boxes, zeros outside the matrix included
  std::int64_t wgmmas = 0;           ///< mma_async of whole warp groups
  std::int64_t shared_accesses = 0;  ///< by ordinary instructions
  std::int64_t orderings = 0;        ///< pairs of accesses that were checked to be ordered
};

/// One entry of the event log of a CTA.
struct EmulationEvent {
  std::int64_t step;              ///< when, in scheduler steps of the CTA
  std::int64_t duration;          ///< for spans (a wait, an operation in flight); 0 for instants
  std::string track;              ///< who: "producer", "consumer 0", "TMA", "tensor core 0", ...
  std::string name;               ///< like "load", "wait full", "mma", "release"
  int stage;                      ///< -1 when there is none
  int phase;                      ///< parity for waits and completions; -1 otherwise
  std::int64_t pending_arrivals;  ///< of the barrier concerned, after the event; -1 when there is none
  std::int64_t pending_bytes;     ///< likewise
};

/// What became of one launch.
struct EmulationReport {
  EmulationCounts counts;              ///< how much was executed and checked
  std::vector<Hazard> hazards;         ///< at most one for each distinct kind and pair of source lines
  std::vector<EmulationEvent> events;  ///< of the CTA that was asked for, in the order in which they ended

  /// Whether no hazard was found.
  bool clean() const { return hazards.empty(); }
};

/// A launch on the CPU: passed as the Stream of Configuration::launch, which fills `report` before it returns.
struct EmulationSession {
  EmulationOptions options;  ///< set by the caller
  EmulationReport report;    ///< filled by the launch
};

/// The hazard as a compiler would print an error: what, where, why it is wrong, what would fix it.
std::string format_hazard(const Hazard& hazard);

}  // namespace matmul
