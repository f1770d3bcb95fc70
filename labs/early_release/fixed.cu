/// \file
/// The stage is given back after wgmma_wait_group(): only then have the MMAs, which run on their own, read it.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
