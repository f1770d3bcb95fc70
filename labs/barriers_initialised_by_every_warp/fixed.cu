/// \file
/// Thread 0 of the CTA alone initialises the barriers.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
