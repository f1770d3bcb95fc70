// Runs one mutant of a kernel under every policy and prints what was reported; linked with the mutant.
//
// Exit code 0: reported under every policy; 1: under none; 3: under some, which the checker must not do.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "emulation.hpp"
#include "half_bits.hpp"
#include "harness/operand_fill.hpp"
#include "harness/reference_product.hpp"
#include "version.hpp"

namespace hopper_emulated {
/// The mutant's kernel in one configuration.
void launch_mutant(const matmul::Operands& operands, matmul::Stream stream);
}  // namespace hopper_emulated

namespace {

using matmul::HalfBits;

// One CTA, and enough K-tiles to go round a ring of 3 more than twice.
constexpr matmul::Problem problem{64, 120, 456};

struct Outcome {
  std::string kinds;
  bool is_right;
};

Outcome run(matmul::CompletionPolicy policy, std::uint64_t seed) {
  const auto [m, n, k] = problem;
  std::vector<HalfBits> a(static_cast<std::size_t>(m * k));
  std::vector<HalfBits> b(static_cast<std::size_t>(n * k));
  std::vector<HalfBits> c(static_cast<std::size_t>(m * n), matmul::poison_bits);
  matmul::fill(a.data(), m, matmul::MatrixFill(matmul::Init::integer, 0, matmul::Factor::a, k));
  matmul::fill(b.data(), n, matmul::MatrixFill(matmul::Init::integer, 0, matmul::Factor::b, k));
  const matmul::Operands operands{problem, a.data(), b.data(), c.data()};
  matmul::EmulationSession session{.options = {.policy = policy, .seed = seed, .host_threads = 1}, .report = {}};
  hopper_emulated::launch_mutant(operands, &session);
  std::string kinds;
  for (const matmul::Hazard& hazard : session.report.hazards) {
    if (kinds.find(hazard.kind) == std::string::npos) {
      kinds += (kinds.empty() ? "" : " ") + hazard.kind;
    }
  }
  return {kinds, matmul::compare_with_reference(operands, {0, 0}, 1).passed()};
}

}  // namespace

int main() {
  bool everywhere = true;
  bool anywhere = false;
  const struct {
    const char* name;
    matmul::CompletionPolicy policy;
  } policies[] = {{"early", matmul::CompletionPolicy::early},
                  {"late", matmul::CompletionPolicy::late},
                  {"random", matmul::CompletionPolicy::random}};
  for (const auto& [name, policy] : policies) {
    const Outcome outcome = run(policy, 1);
    fmt::print("{}: {}, result {}\n", name, outcome.kinds.empty() ? "nothing" : outcome.kinds,
               outcome.is_right ? "right" : "wrong");
    everywhere = everywhere && !outcome.kinds.empty();
    anywhere = anywhere || !outcome.kinds.empty();
  }
  return everywhere ? 0 : (anywhere ? 3 : 1);
}
