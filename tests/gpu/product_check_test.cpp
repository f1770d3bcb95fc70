// The check of versions notices what it is there to notice.
#include "product_check.hpp"

#include <functional>

#include "catch.hpp"

namespace {

using matmul::CublasProduct;
using matmul::HalfBits;
using matmul::Init;
using matmul::Operands;
using matmul_tests::contains;
using matmul_tests::IndependentStream;
using matmul_tests::ProductCheck;

// cuBLAS in a version's place, followed by `damage`.
class DamagedProduct {
 public:
  // What the check says of it.
  std::string fault(Init init, const std::function<void(const Operands&, cudaStream_t)>& damage) {
    ProductCheck product({129, 72, 136}, init, cublas_, stream_);
    matmul::Configuration configuration{};
    configuration.launch = [&](const Operands& operands, matmul::Stream stream) {
      cublas_.multiply(operands, std::get<cudaStream_t>(stream));
      damage(operands, std::get<cudaStream_t>(stream));
    };
    return product.find_fault(configuration);
  }

 private:
  CublasProduct cublas_{CublasProduct::Mode::precise};
  IndependentStream stream_;
};

void set_bytes(HalfBits* element, int byte, cudaStream_t stream) {
  HOPPER_CHECK_CUDA(cudaMemsetAsync(element, byte, sizeof(HalfBits), stream));
}

}  // namespace

TEST_CASE("The check passes what is right", "[check]") {
  for (const Init init : {Init::integer, Init::uniform, Init::normal}) {
    CHECK(DamagedProduct().fault(init, [](const Operands&, cudaStream_t) {}).empty());
  }
}

TEST_CASE("The check notices one wrong or missing element, first or last", "[check]") {
  for (const Init init : {Init::integer, Init::uniform, Init::normal}) {
    for (const std::int64_t index : {0, 129 * 72 - 1}) {
      for (const int byte : {0x42, 0xFF}) {  // about 3.1, and the poison
        const std::string fault = DamagedProduct().fault(
            init, [&](const Operands& operands, cudaStream_t stream) { set_bytes(operands.c + index, byte, stream); });
        CHECK_THAT(fault, contains("1 of 9288 elements are wrong"));
      }
    }
  }
}

TEST_CASE("The check notices a write outside of C", "[check]") {
  const auto fault_of_write_at = [](std::int64_t index) {
    return DamagedProduct().fault(Init::integer, [&](const Operands& operands, cudaStream_t stream) {
      set_bytes(operands.c + index, 0, stream);
    });
  };
  CHECK_THAT(fault_of_write_at(-1), contains("1 elements before C"));
  CHECK_THAT(fault_of_write_at(-matmul_tests::guard_elements), contains("65536 elements before C"));
  CHECK_THAT(fault_of_write_at(129 * 72), contains("1 elements after C"));
  CHECK_THAT(fault_of_write_at(129 * 72 + matmul_tests::guard_elements - 1), contains("65536 elements after C"));
}
