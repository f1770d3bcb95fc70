#include "bench/cublaslt_library.hpp"

namespace matmul {

CublasLtLibrary::CublasLtLibrary(const SharedLibrary& library) {
  create.find(library, "cublasLtCreate");
  destroy.find(library, "cublasLtDestroy");
  create_operation.find(library, "cublasLtMatmulDescCreate");
  destroy_operation.find(library, "cublasLtMatmulDescDestroy");
  set_operation.find(library, "cublasLtMatmulDescSetAttribute");
  create_layout.find(library, "cublasLtMatrixLayoutCreate");
  destroy_layout.find(library, "cublasLtMatrixLayoutDestroy");
  create_preference.find(library, "cublasLtMatmulPreferenceCreate");
  destroy_preference.find(library, "cublasLtMatmulPreferenceDestroy");
  set_preference.find(library, "cublasLtMatmulPreferenceSetAttribute");
  ask_heuristic.find(library, "cublasLtMatmulAlgoGetHeuristic");
  multiply.find(library, "cublasLtMatmul");
}

const CublasLtLibrary& cublaslt() {
  static const CublasLtLibrary library(open_cublas("cublasLt"));
  return library;
}

}  // namespace matmul
