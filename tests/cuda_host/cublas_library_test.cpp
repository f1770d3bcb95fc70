// What is declared of cuBLAS, against NVIDIA's headers and library where these are installed.
#include "harness/cublas_library.hpp"

#include "catch.hpp"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#endif

using matmul_tests::contains;

#if __has_include(<cublas_v2.h>)
namespace {

// Whether two enumerators of different types have one value and are passed alike.
template <typename Ours, typename Theirs>
constexpr bool same(Ours ours, Theirs theirs) {
  return sizeof(Ours) == sizeof(Theirs) && static_cast<int>(ours) == static_cast<int>(theirs);
}

}  // namespace

TEST_CASE("What is declared of cuBLAS has the values of NVIDIA's header") {
  using namespace matmul;
  CHECK(sizeof(CublasHandle) == sizeof(cublasHandle_t));
  CHECK(same(CublasStatus::success, CUBLAS_STATUS_SUCCESS));
  CHECK(same(CublasStatus::not_initialized, CUBLAS_STATUS_NOT_INITIALIZED));
  CHECK(same(CublasStatus::alloc_failed, CUBLAS_STATUS_ALLOC_FAILED));
  CHECK(same(CublasStatus::invalid_value, CUBLAS_STATUS_INVALID_VALUE));
  CHECK(same(CublasStatus::arch_mismatch, CUBLAS_STATUS_ARCH_MISMATCH));
  CHECK(same(CublasStatus::mapping_error, CUBLAS_STATUS_MAPPING_ERROR));
  CHECK(same(CublasStatus::execution_failed, CUBLAS_STATUS_EXECUTION_FAILED));
  CHECK(same(CublasStatus::internal_error, CUBLAS_STATUS_INTERNAL_ERROR));
  CHECK(same(CublasStatus::not_supported, CUBLAS_STATUS_NOT_SUPPORTED));
  CHECK(same(CublasStatus::license_error, CUBLAS_STATUS_LICENSE_ERROR));
  CHECK(same(CublasOperation::none, CUBLAS_OP_N));
  CHECK(same(CublasOperation::transposed, CUBLAS_OP_T));
  CHECK(same(CublasCompute::fp32, CUBLAS_COMPUTE_32F));
  CHECK(same(CublasAlgorithm::by_default, CUBLAS_GEMM_DEFAULT));
  CHECK(same(CublasMath::by_default, CUBLAS_DEFAULT_MATH));
  CHECK(same(CublasMath::disallow_reduced_precision_reduction, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
}
#endif

TEST_CASE("cuBLAS opens and has every function, or what is missing is said with a way to go on") {
  try {
    const matmul::CublasLibrary& library = matmul::cublas();
    int major = 0;
    library.get_property(MAJOR_VERSION, &major);
    CHECK(major == CUDART_VERSION / 1000);
  } catch (const matmul::CublasMissing& missing) {
    CHECK_THAT(missing.what(), contains("libcublas.so.") && contains("--no-check"));
  }
}

TEST_CASE("A cuBLAS library that is not there is told with what to install and what goes without") {
  CHECK_THROWS_AS(matmul::open_cublas("cublasNowhere"), matmul::CublasMissing);
  CHECK_THROWS_WITH(matmul::open_cublas("cublasNowhere"), contains("libcublasNowhere.so.") && contains("libcublas-") &&
                                                              contains("--no-check") && contains("--device cpu"));
}

TEST_CASE("A failed cuBLAS call gets its name, its status and what to do") {
  CHECK_NOTHROW(matmul::check_cublas(matmul::CublasStatus::success, "cublasCreate_v2"));
  CHECK_THROWS_WITH(matmul::check_cublas(matmul::CublasStatus::not_supported, "cublasGemmEx"),
                    contains("cublasGemmEx failed with CUBLAS_STATUS_NOT_SUPPORTED (15)") &&
                        contains("install a newer CUDA Toolkit"));
}
