#include "runtime/launch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "errors.hpp"
#include "runtime/cta.hpp"

namespace emulator {
namespace {

constexpr int max_threads = 1024;
constexpr int max_shared_bytes = 227 * 1024;

void validate(const GridShape& shape) {
  if (shape.threads < 1 || shape.threads > max_threads) {
    throw matmul::InvalidInput(
        fmt::format("a CTA of {} threads, but it must have 1 to {}", shape.threads, max_threads));
  }
  if (shape.shared_bytes < 0 || shape.shared_bytes > max_shared_bytes) {
    throw matmul::InvalidInput(fmt::format("{} bytes of shared memory for a CTA, but Hopper gives at most {}",
                                           shape.shared_bytes, max_shared_bytes));
  }
  if (shape.grid.x < 1 || shape.grid.y < 1 || shape.grid.y > 65535 || shape.grid.z < 1 || shape.grid.z > 65535) {
    throw matmul::InvalidInput(fmt::format("a grid of {} x {} x {}, but x must be at least 1, y and z 1 to 65535",
                                           shape.grid.x, shape.grid.y, shape.grid.z));
  }
}

void add(matmul::EmulationCounts& to, const matmul::EmulationCounts& from) {
  to.ctas += from.ctas;
  to.barrier_waits += from.barrier_waits;
  to.tma_loads += from.tma_loads;
  to.tma_bytes += from.tma_bytes;
  to.wgmmas += from.wgmmas;
  to.shared_accesses += from.shared_accesses;
  to.orderings += from.orderings;
}

}  // namespace

void run_grid(const GridShape& shape, const std::function<void()>& kernel, matmul::EmulationSession& session) {
  validate(shape);
  const std::int64_t ctas = std::int64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
  const auto& options = session.options;
  session.report = {};

  std::atomic<std::int64_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex merging;
  HazardLog hazards;
  EventRecorder events;
  const auto work = [&] {
    while (!stopped) {
      const std::int64_t number = next++;
      if (number >= ctas) {
        return;
      }
      const std::int64_t row = number / shape.grid.x;
      const Index block{static_cast<unsigned>(number % shape.grid.x), static_cast<unsigned>(row % shape.grid.y),
                        static_cast<unsigned>(row / shape.grid.y)};
      const bool records = options.record_events && number == options.events_cta;
      Cta cta(shape, block, number, kernel, options, records ? &events : nullptr);
      if (!cta.run()) {
        stopped = true;
      }
      const std::lock_guard lock(merging);
      hazards.merge(cta.hazards());
      add(session.report.counts, cta.counts());
      if (options.on_progress) {
        options.on_progress(session.report.counts.ctas, ctas);
      }
    }
  };
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  const auto wanted = options.host_threads > 0 ? static_cast<std::int64_t>(options.host_threads) : cores;
  std::vector<std::thread> threads;
  for (std::int64_t i = 1; i < std::min(wanted, ctas); ++i) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) {
    thread.join();
  }
  session.report.hazards = hazards.resolve();
  session.report.events = events.take();
}

}  // namespace emulator
