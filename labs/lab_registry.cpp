#include "lab_registry.hpp"

#include <filesystem>
#include <map>
#include <utility>

namespace hopper::labs {
namespace {

// By "NAME/broken" or "NAME/fixed". A function's static, because other files' statics fill it.
std::map<std::string, LabLaunch>& launches() {
  static std::map<std::string, LabLaunch> map;
  return map;
}

}  // namespace

LabRegistration::LabRegistration(LabLaunch launch, const char* file) {
  const std::filesystem::path path(file);
  launches().emplace(path.parent_path().filename() / path.stem(), std::move(launch));
}

LabLaunch find_lab_launch(const std::string& name, bool fixed) {
  const auto found = launches().find(name + (fixed ? "/fixed" : "/broken"));
  return found == launches().end() ? LabLaunch{} : found->second;
}

}  // namespace hopper::labs
