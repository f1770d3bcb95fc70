/// \file
/// Turning failed CUDA calls into errors that say what to do.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace matmul {

/// What an error means and what to do about it, as one clause or more.
std::string cuda_advice(cudaError_t error);

/// The message for a failed call: the call, its meaning and what to do about it.
std::string explain_cuda_error(cudaError_t error, const char* call, const char* file, int line);

/// Throws DeviceError with explain_cuda_error() unless `error` is cudaSuccess.
void check_cuda(cudaError_t error, const char* call, const char* file, int line);

}  // namespace matmul

/// Evaluates a CUDA runtime call and throws matmul::DeviceError, with the call's text, when it failed.
#define HOPPER_CHECK_CUDA(call) ::matmul::check_cuda((call), #call, __FILE__, __LINE__)
