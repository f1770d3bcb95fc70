/// \file
/// The announced bytes are those of one stage, not of the whole ring.
#include "healthy_ring.cuh"

namespace hopper::labs {
namespace {

const LabRegistration registration(with_tensor_maps<Shared>(kernel));

}  // namespace
}  // namespace hopper::labs
