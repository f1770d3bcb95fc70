/// \file
/// Small kernels that put the barrier wrappers, the Pipeline and the TMA to use; each returns when it has run.
#pragma once

#include <cstdint>

#include "device/tensor_map_request.hpp"

namespace matmul_tests {

/// Whether waits acquire.
enum class Waits { acquire, relaxed };

/// What `barrier_phases` saw, in the order in which it looked.
struct PhaseObservations {
  bool fresh[2];              ///< try_wait for parity 0 and 1 on a barrier of three arrivals that nobody arrived on
  bool one_missing[2];        ///< after two arrivals
  bool first_complete[2];     ///< after three
  bool second_unfinished[2];  ///< after five
  bool second_complete[2];    ///< after six
};

/// Watches one barrier through two phases from one thread.
void observe_phases(Waits waits, PhaseObservations* observations);

/// Hands `rounds` messages of 128 values from one warp group to another through a ring of three stages.
/// \param wrong_values counts the values that the receiver found to be others than were sent
void pass_messages(Waits waits, int rounds, unsigned* wrong_values);

/// Arrives on a barrier `milliseconds` late.
/// \param passed set once the wait has returned
void wait_for_late_arrival(int milliseconds, unsigned* passed);

/// For each of 4 warps, how many of its threads elect_sync() chose, and how many saw a warp_uniform() value other than
/// the first lane's.
void elect(unsigned* elected, unsigned* wrong_uniform_values);

/// Rows of the box that load_box() copies; it is 64 columns wide.
inline constexpr int box_rows = 16;

/// Copies two boxes of a matrix into shared memory, announced together, and from there as they lie to `image`.
/// \param request whose box is box_rows x 64
/// \param image 2 * box_rows * 64 elements
/// \param complete_after_one set when the barrier had completed although one of the boxes was not even asked for
void load_boxes(const matmul::TensorMapRequest& request, int column, int row, std::uint16_t* image,
                unsigned* complete_after_one);

}  // namespace matmul_tests
