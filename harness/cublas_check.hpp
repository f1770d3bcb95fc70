/// \file
/// Turning failed cuBLAS calls into errors that say what to do; see HOPPER_CHECK_CUDA.
#pragma once

#include <cublas_v2.h>

#include <string>

namespace matmul {

/// The message for a failed call: the call, its meaning and what to do about it.
std::string explain_cublas_error(cublasStatus_t status, const char* call, const char* file, int line);

/// Throws DeviceError with explain_cublas_error() unless `status` is CUBLAS_STATUS_SUCCESS.
void check_cublas(cublasStatus_t status, const char* call, const char* file, int line);

}  // namespace matmul

/// Evaluates a cuBLAS call and throws matmul::DeviceError, with the call's text, when it failed.
#define HOPPER_CHECK_CUBLAS(call) ::matmul::check_cublas((call), #call, __FILE__, __LINE__)
