#include "emulated_runs.hpp"

#include <algorithm>
#include <utility>

#include "half_bits.hpp"
#include "harness/operand_fill.hpp"
#include "harness/reference_product.hpp"

namespace hopper_emulated {
const matmul::Version& v1_version();
const matmul::Version& v2_version();
const matmul::Version& v3_version();
const matmul::Version& v4_version();
}  // namespace hopper_emulated

namespace matmul_tests {

std::vector<const matmul::Version*> emulated_versions() {
  return {&hopper_emulated::v1_version(), &hopper_emulated::v2_version(), &hopper_emulated::v3_version(),
          &hopper_emulated::v4_version()};
}

EmulatedRun run_emulated(const matmul::Configuration& configuration, const matmul::Problem& problem,
                         const matmul::EmulationOptions& options, std::uint64_t operand_seed) {
  using matmul::HalfBits;
  constexpr std::size_t guard = 4096;  // elements, a multiple of 8 so that C stays aligned
  constexpr HalfBits guard_bits = 0x5A5A;
  const auto [m, n, k] = problem;
  std::vector<HalfBits> a(static_cast<std::size_t>(m * k));
  std::vector<HalfBits> b(static_cast<std::size_t>(n * k));
  const auto elements = static_cast<std::ptrdiff_t>(m * n);
  std::vector<HalfBits> guarded(static_cast<std::size_t>(elements) + 2 * guard, guard_bits);
  const auto c = guarded.begin() + guard;
  std::fill(c, c + elements, matmul::poison_bits);
  matmul::fill(a.data(), m, matmul::MatrixFill(matmul::Init::integer, operand_seed, matmul::Factor::a, k));
  matmul::fill(b.data(), n, matmul::MatrixFill(matmul::Init::integer, operand_seed, matmul::Factor::b, k));

  const matmul::Operands operands{problem, a.data(), b.data(), &*c};
  matmul::EmulationSession session{.options = options, .report = {}};
  configuration.launch(operands, &session);

  const auto is_guard = [](HalfBits bits) { return bits == guard_bits; };
  return {
      .c = std::vector<HalfBits>(c, c + elements),
      .comparison = matmul::compare_with_reference(operands, matmul::tolerance_for(matmul::Init::integer, k), 1),
      .guards_intact = std::all_of(guarded.begin(), c, is_guard) && std::all_of(c + elements, guarded.end(), is_guard),
      .report = std::move(session.report)};
}

}  // namespace matmul_tests
