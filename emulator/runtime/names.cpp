#include <fmt/format.h>

#include "runtime/cta.hpp"

namespace emulator {

std::string Cta::cta_name() const { return fmt::format("CTA ({}, {})", block_.x, block_.y); }

std::string Cta::events_track(const Thread& thread) const {
  const auto complete_groups = threads_.size() / warp_group_threads;
  if (complete_groups > 0 && static_cast<std::size_t>(thread.warp_group()) >= complete_groups) {
    return "producer";
  }
  const bool has_producer = threads_.size() % warp_group_threads != 0;
  return fmt::format("{} {}", has_producer ? "consumer" : "warp group", thread.warp_group());
}

std::string Cta::who(const Thread& thread) const {
  const bool produces = events_track(thread) == "producer";
  return fmt::format("{}, warp group {}{}, thread {}", cta_name(), thread.warp_group(), produces ? " (producer)" : "",
                     thread.number);
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
  const Content& content = shadow_.cell(cell).content;
  const std::string loaded = content.stage < 0
                                 ? ""
                                 : fmt::format("stage {} (row {}, columns {} to {} of the matrix), ", content.stage,
                                               content.row, content.chunk * 8, content.chunk * 8 + 7);
  const std::uint32_t base = cell * ShadowMemory::cell_bytes;
  return fmt::format("{}shared bytes {} to {}", loaded, base + static_cast<std::uint32_t>(first),
                     base + static_cast<std::uint32_t>(last));
}

RawSite Cta::site(const char* what, Pc pc) const {
  return {.what = what, .pc = pc, .who = running_ != nullptr ? who(*running_) : "", .where = ""};
}

RawSite Cta::init_site(const Barrier& barrier, const char* what) const {
  return {.what = what,
          .pc = barrier.init_pc,
          .who = who(threads_[static_cast<std::size_t>(barrier.init_thread)]),
          .where = ""};
}

void Cta::add_hazard(const char* kind, Pc first, Pc second, const std::function<RawHazard()>& describe) {
  hazards_.add(kind, first, second, operation_, [&] {
    RawHazard hazard = describe();
    hazard.cta = number_;
    return hazard;
  });
}

}  // namespace emulator
