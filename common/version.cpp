#include "version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "errors.hpp"

namespace matmul {

const Configuration& find_configuration(const Version& version, const std::string& name) {
  const auto found = std::find_if(version.configurations.begin(), version.configurations.end(),
                                  [&](const Configuration& configuration) { return configuration.name == name; });
  if (found != version.configurations.end()) {
    return *found;
  }
  std::vector<std::string> names;
  for (const Configuration& configuration : version.configurations) {
    names.push_back(configuration.name);
  }
  throw InvalidInput(
      fmt::format("{} has no configuration named '{}'; it has: {}", version.name, name, fmt::join(names, ", ")));
}

}  // namespace matmul
