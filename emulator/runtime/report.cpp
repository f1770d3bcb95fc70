#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "emulation.hpp"

namespace matmul {
namespace {

std::string describe(const HazardSite& site) {
  std::string text = site.file.empty() ? fmt::format("  at an unknown line, {}", site.function)
                                       : fmt::format("  {}:{}: in {}", site.file, site.line, site.function);
  text += fmt::format(": {}\n", site.what);
  for (const std::string& detail : {site.via.empty() ? "" : "through " + site.via, site.who, site.where}) {
    if (!detail.empty()) {
      text += fmt::format("      {}\n", detail);
    }
  }
  return text;
}

}  // namespace

std::string format_hazard(const Hazard& hazard) {
  std::string text = fmt::format("hazard [{}]: {}\n", hazard.kind, hazard.title);
  for (const HazardSite& site : hazard.sites) {
    text += describe(site);
  }
  text += fmt::format("  missing: {}\n  fix: {}\n", hazard.missing, hazard.fix);
  if (hazard.count > 1) {
    text += fmt::format("  seen {} times\n", hazard.count);
  }
  if (!hazard.note.empty()) {
    text += fmt::format("  note: {}\n", hazard.note);
  }
  return text;
}

std::string to_json(const EmulationReport& report) {
  const EmulationCounts& counts = report.counts;
  nlohmann::ordered_json json;
  json["counts"] = {{"ctas", counts.ctas},           {"barrier_waits", counts.barrier_waits},
                    {"tma_loads", counts.tma_loads}, {"tma_bytes", counts.tma_bytes},
                    {"wgmmas", counts.wgmmas},       {"shared_accesses", counts.shared_accesses},
                    {"orderings", counts.orderings}};
  json["hazards"] = nlohmann::ordered_json::array();
  for (const Hazard& hazard : report.hazards) {
    nlohmann::ordered_json sites = nlohmann::ordered_json::array();
    for (const HazardSite& site : hazard.sites) {
      sites.push_back({{"what", site.what},
                       {"file", site.file},
                       {"line", site.line},
                       {"function", site.function},
                       {"via", site.via},
                       {"who", site.who},
                       {"where", site.where}});
    }
    json["hazards"].push_back({{"kind", hazard.kind},
                               {"title", hazard.title},
                               {"sites", sites},
                               {"missing", hazard.missing},
                               {"fix", hazard.fix},
                               {"count", hazard.count},
                               {"note", hazard.note}});
  }
  return json.dump(2);
}

void write_chrome_trace(const EmulationReport& report, std::ostream& out) {
  nlohmann::ordered_json events = nlohmann::ordered_json::array();
  std::map<std::string, int> tracks;
  for (const EmulationEvent& event : report.events) {
    const auto [track, is_new] = tracks.try_emplace(event.track, static_cast<int>(tracks.size()) + 1);
    if (is_new) {
      events.push_back({{"ph", "M"},
                        {"name", "thread_name"},
                        {"pid", 1},
                        {"tid", track->second},
                        {"args", {{"name", event.track}}}});
    }
    nlohmann::ordered_json entry = {{"name", event.name}, {"pid", 1}, {"tid", track->second}, {"ts", event.step}};
    if (event.duration > 0) {
      entry["ph"] = "X";
      entry["dur"] = event.duration;
    } else {
      entry["ph"] = "i";
      entry["s"] = "t";
    }
    nlohmann::ordered_json arguments = nlohmann::ordered_json::object();
    const std::pair<const char*, std::int64_t> fields[] = {{"stage", event.stage},
                                                           {"parity", event.phase},
                                                           {"pending_arrivals", event.pending_arrivals},
                                                           {"pending_bytes", event.pending_bytes}};
    for (const auto& [name, value] : fields) {
      if (value != -1) {
        arguments[name] = value;
      }
    }
    entry["args"] = arguments;
    events.push_back(entry);
  }
  out << nlohmann::ordered_json{{"displayTimeUnit", "ns"}, {"traceEvents", events}}.dump(1) << '\n';
}

}  // namespace matmul
