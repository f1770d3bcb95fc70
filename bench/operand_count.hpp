/// \file
/// How much a batch of launches works through.
#pragma once

#include <cstdint>

#include "problem.hpp"

namespace matmul {

/// Bytes of A, B and C.
std::int64_t operand_bytes(const Problem& problem);

/// How many sets of operands together exceed twice the L2 cache; at least 1, at most `most`.
int sets_beyond_l2(const Problem& problem, std::int64_t l2_bytes, int most);

/// How many launches fill `batch_ms`: at least one, and whole rounds of the sets, so that each is used as often.
/// \param launch_ms of one launch, more than 0
/// \param most largest number of launches, at least `sets`
int launches_in_batch(double launch_ms, double batch_ms, int sets, int most);

}  // namespace matmul
