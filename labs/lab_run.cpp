#include "lab_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "errors.hpp"
#include "lab_operands.hpp"
#include "lab_registry.hpp"

namespace matmul {

const Lab& find_lab(const std::string& name) {
  const auto found = std::find_if(labs().begin(), labs().end(), [&](const Lab& lab) { return lab.name == name; });
  if (found != labs().end()) {
    return *found;
  }
  std::vector<std::string> names;
  for (const Lab& lab : labs()) {
    names.push_back(lab.name);
  }
  throw InvalidInput(fmt::format("there is no lab named '{}'; there are: {}", name, fmt::join(names, ", ")));
}

LabOutcome run_lab(const Lab& lab, bool fixed, const EmulationOptions& options, int k_tiles) {
  const auto launch = hopper::labs::find_lab_launch(lab.name, fixed);
  if (!launch) {
    throw std::logic_error(fmt::format("the program was built without the kernel of lab '{}'", lab.name));
  }
  LabOperands operands(lab_problem(k_tiles), options.seed);
  EmulationSession session{.options = options, .report = {}};
  launch(operands.operands(), &session);
  return {.comparison = operands.compare(), .report = std::move(session.report)};
}

}  // namespace matmul
