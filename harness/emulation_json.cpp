#include "harness/emulation_json.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace matmul {

using Json = nlohmann::ordered_json;

Json to_json(const EmulationReport& report) {
  const EmulationCounts& counts = report.counts;
  Json json;
  json["counts"] = {{"ctas", counts.ctas},           {"barrier_waits", counts.barrier_waits},
                    {"tma_loads", counts.tma_loads}, {"tma_bytes", counts.tma_bytes},
                    {"wgmmas", counts.wgmmas},       {"shared_accesses", counts.shared_accesses},
                    {"orderings", counts.orderings}};
  json["hazards"] = Json::array();
  for (const Hazard& hazard : report.hazards) {
    Json sites = Json::array();
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
                               {"sites", std::move(sites)},
                               {"missing", hazard.missing},
                               {"fix", hazard.fix},
                               {"count", hazard.count}});
  }
  return json;
}

std::string chrome_trace(const EmulationReport& report) {
  Json events = Json::array();
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
    Json entry = {{"name", event.name}, {"pid", 1}, {"tid", track->second}, {"ts", event.step}};
    if (event.duration > 0) {
      entry["ph"] = "X";
      entry["dur"] = event.duration;
    } else {
      entry["ph"] = "i";
      entry["s"] = "t";
    }
    Json arguments = Json::object();
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
  return Json{{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events)}}.dump(1) + "\n";
}

}  // namespace matmul
