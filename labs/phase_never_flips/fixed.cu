/// \file
/// The phase bit of a stage flips after each wait, so that the next round's wait is for the next load.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
