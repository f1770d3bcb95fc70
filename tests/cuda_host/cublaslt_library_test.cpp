// What is declared of cuBLASLt, against NVIDIA's header and library where these are installed.
#include "bench/cublaslt_library.hpp"

#include "catch.hpp"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>

TEST_CASE("What is declared of cuBLASLt has the values and the layout of NVIDIA's header") {
  using namespace matmul;
  CHECK(static_cast<int>(CublasLtOperationAttribute::transpose_a) == CUBLASLT_MATMUL_DESC_TRANSA);
  CHECK(static_cast<int>(CublasLtPreferenceAttribute::max_workspace_bytes) == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES);
  CHECK(sizeof(CublasLtOperationAttribute) == sizeof(cublasLtMatmulDescAttributes_t));
  CHECK(sizeof(CublasLtPreferenceAttribute) == sizeof(cublasLtMatmulPreferenceAttributes_t));
  CHECK(sizeof(CublasLtAlgorithm) == sizeof(cublasLtMatmulAlgo_t));
  CHECK(sizeof(CublasLtSuggestion) == sizeof(cublasLtMatmulHeuristicResult_t));
  CHECK(offsetof(CublasLtSuggestion, workspace_bytes) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
  CHECK(offsetof(CublasLtSuggestion, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));
  CHECK(offsetof(CublasLtSuggestion, waves) == offsetof(cublasLtMatmulHeuristicResult_t, wavesCount));
}
#endif

TEST_CASE("cuBLASLt opens and has every function, or what is missing is said") {
  try {
    matmul::cublaslt();
  } catch (const matmul::CublasMissing& missing) {
    CHECK_THAT(missing.what(), matmul_tests::contains("libcublasLt.so."));
  }
}
