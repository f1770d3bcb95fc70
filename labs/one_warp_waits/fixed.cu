/// \file
/// Every thread that takes part in the MMA waits; a wait tells only the thread that waits.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
