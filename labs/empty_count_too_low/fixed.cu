/// \file
/// The count is the number of threads that arrive in each phase: all 128 of the warp group.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
