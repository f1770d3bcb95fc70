/// \file
/// What is used of cuBLASLt, declared here and opened when first needed; see harness/cublas_library.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/cublas_library.hpp"

namespace matmul {

/// `cublasLtHandle_t`, and descriptors that cuBLASLt makes and destroys.
using CublasLtHandle = struct cublasLtContext*;
/// `cublasLtMatmulDesc_t`.
using CublasLtOperation = struct CublasLtOperationContent*;
/// `cublasLtMatrixLayout_t`.
using CublasLtLayout = struct CublasLtLayoutContent*;
/// `cublasLtMatmulPreference_t`.
using CublasLtPreference = struct CublasLtPreferenceContent*;

/// `cublasLtMatmulAlgo_t`: opaque.
struct CublasLtAlgorithm {
  std::array<std::uint64_t, 8> data;
};

/// `cublasLtMatmulHeuristicResult_t`: a suggestion.
struct CublasLtSuggestion {
  CublasLtAlgorithm algorithm;
  std::size_t workspace_bytes;
  CublasStatus state;  ///< whether the rest is valid
  float waves;
  std::array<int, 4> reserved;
};

/// `cublasLtMatmulDescAttributes_t`.
enum class CublasLtOperationAttribute : int { transpose_a = 3 };
/// `cublasLtMatmulPreferenceAttributes_t`.
enum class CublasLtPreferenceAttribute : int { max_workspace_bytes = 1 };

/// The functions of cuBLASLt that are used.
struct CublasLtLibrary {
  CublasFunction<CublasLtHandle*> create;                                            ///< `cublasLtCreate`
  CublasFunction<CublasLtHandle> destroy;                                            ///< `cublasLtDestroy`
  CublasFunction<CublasLtOperation*, CublasCompute, cudaDataType> create_operation;  ///< `cublasLtMatmulDescCreate`
  CublasFunction<CublasLtOperation> destroy_operation;                               ///< `cublasLtMatmulDescDestroy`
  /// `cublasLtMatmulDescSetAttribute`
  CublasFunction<CublasLtOperation, CublasLtOperationAttribute, const void*, std::size_t> set_operation;
  /// `cublasLtMatrixLayoutCreate`
  CublasFunction<CublasLtLayout*, cudaDataType, std::uint64_t, std::uint64_t, std::int64_t> create_layout;
  CublasFunction<CublasLtLayout> destroy_layout;          ///< `cublasLtMatrixLayoutDestroy`
  CublasFunction<CublasLtPreference*> create_preference;  ///< `cublasLtMatmulPreferenceCreate`
  CublasFunction<CublasLtPreference> destroy_preference;  ///< `cublasLtMatmulPreferenceDestroy`
  /// `cublasLtMatmulPreferenceSetAttribute`
  CublasFunction<CublasLtPreference, CublasLtPreferenceAttribute, const void*, std::size_t> set_preference;
  /// `cublasLtMatmulAlgoGetHeuristic`
  CublasFunction<CublasLtHandle, CublasLtOperation, CublasLtLayout, CublasLtLayout, CublasLtLayout, CublasLtLayout,
                 CublasLtPreference, int, CublasLtSuggestion*, int*>
      ask_heuristic;
  /// `cublasLtMatmul`
  CublasFunction<CublasLtHandle, CublasLtOperation, const void*, const void*, CublasLtLayout, const void*,
                 CublasLtLayout, const void*, const void*, CublasLtLayout, void*, CublasLtLayout,
                 const CublasLtAlgorithm*, void*, std::size_t, cudaStream_t>
      multiply;

  /// Finds the functions in the opened library.
  explicit CublasLtLibrary(const SharedLibrary& library);
};

/// cuBLASLt, opened at the first call.
/// \throws CublasMissing at every call, when it can't be
const CublasLtLibrary& cublaslt();

}  // namespace matmul
