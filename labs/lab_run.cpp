#include "lab_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "cli/operand_fill.hpp"
#include "cli/reference_product.hpp"
#include "errors.hpp"
#include "half_bits.hpp"
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
  const Problem problem = lab_problem(k_tiles);
  const auto [m, n, k] = problem;
  std::vector<HalfBits> a(static_cast<std::size_t>(m * k));
  std::vector<HalfBits> b(static_cast<std::size_t>(n * k));
  std::vector<HalfBits> c(static_cast<std::size_t>(m * n), poison_bits);
  fill(a.data(), m, MatrixFill(Init::integer, options.seed, Factor::a, k));
  fill(b.data(), n, MatrixFill(Init::integer, options.seed, Factor::b, k));
  const Operands operands{problem, a.data(), b.data(), c.data()};
  EmulationSession session{.options = options, .report = {}};
  launch(operands, &session);
  return {.comparison = compare_with_reference(operands, tolerance_for(Init::integer, k), 1),
          .report = std::move(session.report)};
}

}  // namespace matmul
