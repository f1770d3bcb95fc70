// The rules that a tensor map must keep, each broken alone.
#include "device/tensor_map_request.hpp"

#include <cstdint>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"

namespace {

using matmul::InvalidInput;
using matmul::Swizzle;
using matmul::TensorMapRequest;
using matmul_tests::contains;

// A request that keeps every rule. Nothing is read at the address.
TensorMapRequest good_request() {
  return {.address = reinterpret_cast<const void*>(std::uintptr_t{4096}),
          .rows = 129,
          .columns = 72,
          .box_rows = 128,
          .box_columns = 64};
}

// What validate() says when good_request() is changed by `change`; empty when it is accepted.
template <typename Change>
std::string refusal(const Change& change) {
  TensorMapRequest request = good_request();
  change(request);
  return matmul_tests::message_of<InvalidInput>([&] { matmul::validate(request); });
}

std::string refusal_of_address(std::uintptr_t address) {
  return refusal([&](TensorMapRequest& request) { request.address = reinterpret_cast<const void*>(address); });
}

std::string refusal_of_rows(std::int64_t rows) {
  return refusal([&](TensorMapRequest& request) { request.rows = rows; });
}

std::string refusal_of_columns(std::int64_t columns) {
  return refusal([&](TensorMapRequest& request) { request.columns = columns; });
}

std::string refusal_of_box_rows(int box_rows) {
  return refusal([&](TensorMapRequest& request) { request.box_rows = box_rows; });
}

// Without a swizzle, so that its span is not what is broken.
std::string refusal_of_plain_box_columns(int box_columns) {
  return refusal([&](TensorMapRequest& request) {
    request.swizzle = Swizzle::none;
    request.box_columns = box_columns;
  });
}

std::string refusal_of_swizzled_box_columns(Swizzle swizzle, int box_columns) {
  return refusal([&](TensorMapRequest& request) {
    request.swizzle = swizzle;
    request.box_columns = box_columns;
  });
}

}  // namespace

TEST_CASE("A tensor map that keeps every rule is accepted") {
  CHECK(refusal([](TensorMapRequest&) {}).empty());
  CHECK(refusal_of_rows(1).empty());
  CHECK(refusal_of_rows(std::int64_t{1} << 32).empty());
  CHECK(refusal_of_columns(8).empty());
  CHECK(refusal_of_columns(std::int64_t{1} << 32).empty());
  CHECK(refusal_of_box_rows(1).empty());
  CHECK(refusal_of_box_rows(256).empty());
  CHECK(refusal_of_plain_box_columns(256).empty());
  CHECK(refusal_of_swizzled_box_columns(Swizzle::bytes_128, 64).empty());
  CHECK(refusal_of_swizzled_box_columns(Swizzle::bytes_64, 32).empty());
  CHECK(refusal_of_swizzled_box_columns(Swizzle::bytes_32, 16).empty());
}

TEST_CASE("A tensor map's address must be there and 16-byte aligned") {
  CHECK_THAT(refusal_of_address(0), contains("address is null"));
  CHECK_THAT(refusal_of_address(4098), contains("0x1002") && contains("multiple of 16"));
  CHECK_THAT(refusal_of_address(4104), contains("0x1008") && contains("multiple of 16"));
}

TEST_CASE("A tensor map's extents must be 1 to 2^32") {
  CHECK_THAT(refusal_of_rows(0), contains("0 rows") && contains("1 to 2^32"));
  CHECK_THAT(refusal_of_rows(-3), contains("-3 rows") && contains("1 to 2^32"));
  CHECK_THAT(refusal_of_rows((std::int64_t{1} << 32) + 1), contains("4294967297 rows") && contains("1 to 2^32"));
  CHECK_THAT(refusal_of_columns(0), contains("0 columns") && contains("1 to 2^32"));
  CHECK_THAT(refusal_of_columns((std::int64_t{1} << 32) + 8), contains("4294967304 columns") && contains("1 to 2^32"));
}

TEST_CASE("A tensor map's row pitch must be a multiple of 16 bytes below 2^40") {
  CHECK_THAT(refusal_of_columns(70), contains("140 bytes") && contains("multiple of 16"));
  CHECK_THAT(refusal_of_columns(68), contains("136 bytes") && contains("multiple of 16"));
  CHECK_THAT(refusal_of_columns(1), contains("2 bytes") && contains("multiple of 16"));
  CHECK_THAT(refusal([](TensorMapRequest& request) {
               request.columns = std::int64_t{1} << 32;
               request.element_bytes = 256;
               request.box_columns = 1;
               request.swizzle = Swizzle::none;
             }),
             contains("1099511627776 bytes") && contains("below 2^40"));
}

TEST_CASE("A box must be 1 to 256 elements in each direction") {
  CHECK_THAT(refusal_of_box_rows(0), contains("box of 0 rows") && contains("1 to 256"));
  CHECK_THAT(refusal_of_box_rows(257), contains("box of 257 rows") && contains("1 to 256"));
  CHECK_THAT(refusal_of_plain_box_columns(0), contains("box of 0 columns") && contains("1 to 256"));
  CHECK_THAT(refusal_of_plain_box_columns(264), contains("box of 264 columns") && contains("1 to 256"));
}

TEST_CASE("A box's rows must be a multiple of 16 bytes") {
  CHECK_THAT(refusal_of_plain_box_columns(12), contains("24 bytes") && contains("multiple of 16"));
}

TEST_CASE("A box's rows must fit the swizzle") {
  CHECK_THAT(refusal_of_swizzled_box_columns(Swizzle::bytes_128, 72),
             contains("144 bytes") && contains("128-byte swizzle"));
  CHECK_THAT(refusal_of_swizzled_box_columns(Swizzle::bytes_64, 40),
             contains("80 bytes") && contains("64-byte swizzle"));
  CHECK_THAT(refusal_of_swizzled_box_columns(Swizzle::bytes_32, 24),
             contains("48 bytes") && contains("32-byte swizzle"));
}

TEST_CASE("A tensor map request describes itself by its extents and box") {
  CHECK_THAT(matmul::describe(good_request()), contains("129 x 72") && contains("128 x 64"));
}
