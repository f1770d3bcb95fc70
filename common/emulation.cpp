#include "emulation.hpp"

#include <fmt/format.h>

namespace matmul {
namespace {

std::string describe(const HazardSite& site) {
  std::string text =
      site.file.empty() ? "  at an unknown line" : fmt::format("  {}:{}: in {}", site.file, site.line, site.function);
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
  return text;
}

}  // namespace matmul
