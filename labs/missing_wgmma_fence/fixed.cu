/// \file
/// wgmma.fence orders the ordinary accesses to the accumulators before the MMAs that use them.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
