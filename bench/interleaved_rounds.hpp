/// \file
/// Measuring several things in rounds of random order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace matmul {

/// Takes one measurement of the thing of that index, in milliseconds.
using Measure = std::function<double(std::size_t)>;

/// Measures `count` things `rounds` times each. All count * rounds measurements come in random order, so that a drift
/// of clock and temperature hits all alike.
/// \param seed of the order
/// \return milliseconds[index][i], in the order in which they were taken
/// \throws whatever `measure` throws, after which nothing more is measured
std::vector<std::vector<double>> measure_interleaved(std::size_t count, int rounds, std::uint64_t seed,
                                                     const Measure& measure);

}  // namespace matmul
