/// \file
/// wgmma_commit_group() closes the group that wgmma_wait_group() then waits for.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
