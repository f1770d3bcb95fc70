#include "runtime/hazard_log.hpp"

#include <algorithm>
#include <utility>

#include "runtime/source_lines.hpp"

namespace emulator {
namespace {

// What a missing order leads to, and what would stand alone only if nothing else was found.
bool is_symptom(const RawHazard& hazard) {
  return hazard.kind == "uninitialised-read" || hazard.kind == "in-flight-at-exit" || hazard.kind == "deadlock";
}

// Of one fault that shows in several places, such as on both operands, the schedule decides which was seen first. The
// one that stands first in the source is listed first.
void put_first_in_source_first(std::vector<matmul::Hazard>& hazards) {
  const auto place = [](const matmul::HazardSite& site) { return std::pair(site.file, site.line); };
  auto first = hazards.begin();
  for (auto other = hazards.begin(); other != hazards.end(); ++other) {
    const bool is_same_fault = other->kind == hazards.front().kind && other->fix == hazards.front().fix &&
                               place(other->sites.back()) == place(hazards.front().sites.back());
    if (is_same_fault && place(other->sites.front()) < place(first->sites.front())) {
      first = other;
    }
  }
  if (first != hazards.end()) {
    std::rotate(hazards.begin(), first, first + 1);
  }
}

}  // namespace

void HazardLog::add(const char* kind, Pc first, Pc second, std::uint64_t operation,
                    const std::function<RawHazard()>& describe) {
  const auto [entry, is_new] = hazards_.try_emplace({kind, first, second});
  if (is_new) {
    entry->second = describe();
    entry->second.kind = kind;
    entry->second.order = hazards_.size();
    entry->second.last_operation = operation;
  } else if (entry->second.last_operation != operation) {
    ++entry->second.count;
    entry->second.last_operation = operation;
  }
}

void HazardLog::merge(const HazardLog& other) {
  for (const auto& [key, hazard] : other.hazards_) {
    const auto [entry, is_new] = hazards_.try_emplace(key, hazard);
    if (!is_new) {
      const std::int64_t count = entry->second.count + hazard.count;
      if (hazard.cta < entry->second.cta) {
        entry->second = hazard;
      }
      entry->second.count = count;
    }
  }
}

std::vector<matmul::Hazard> HazardLog::resolve() const {
  std::vector<Pc> addresses;
  std::vector<const RawHazard*> in_order;
  for (const auto& [key, hazard] : hazards_) {
    in_order.push_back(&hazard);
    for (const RawSite& site : hazard.sites) {
      addresses.push_back(site.pc);
    }
  }
  std::stable_sort(in_order.begin(), in_order.end(), [](const RawHazard* left, const RawHazard* right) {
    return std::tuple(is_symptom(*left), left->cta, left->order) <
           std::tuple(is_symptom(*right), right->cta, right->order);
  });
  const SourceLines lines(addresses);

  using Key = std::pair<std::string, std::vector<std::pair<std::string, int>>>;
  std::map<Key, std::size_t> seen;
  std::vector<matmul::Hazard> resolved;
  for (const RawHazard* raw : in_order) {
    matmul::Hazard hazard{.kind = raw->kind,
                          .title = raw->title,
                          .sites = {},
                          .missing = raw->missing,
                          .fix = raw->fix,
                          .count = raw->count,
                          .note = ""};
    Key key{raw->kind, {}};
    for (const RawSite& site : raw->sites) {
      const SourceLine& line = lines.at(site.pc);
      hazard.sites.push_back({.what = site.what,
                              .file = line.file,
                              .line = line.line,
                              .function = line.function,
                              .via = line.via,
                              .who = site.who,
                              .where = site.where});
      // Different calls are different lines, as long as nobody says otherwise.
      key.second.emplace_back(line.file.empty() ? line.function : line.file, line.line);
    }
    const auto [entry, is_new] = seen.try_emplace(key, resolved.size());
    if (is_new) {
      resolved.push_back(std::move(hazard));
    } else {
      resolved[entry->second].count += hazard.count;
    }
  }
  put_first_in_source_first(resolved);
  if (!resolved.empty()) {
    resolved.front().note = lines.trouble();
  }
  return resolved;
}

}  // namespace emulator
