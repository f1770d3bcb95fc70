#include "device/tensor_map_request.hpp"

#include <fmt/format.h>

#include "errors.hpp"

namespace matmul {
namespace {

void require(bool holds, const std::string& what_is_wrong) {
  if (!holds) {
    throw InvalidInput("tensor map: " + what_is_wrong);
  }
}

}  // namespace

std::string describe(const TensorMapRequest& request) {
  return fmt::format("a tensor map of {} x {} elements of {} bytes with boxes of {} x {}", request.rows,
                     request.columns, request.element_bytes, request.box_rows, request.box_columns);
}

void validate(const TensorMapRequest& request) {
  constexpr std::int64_t largest_extent = std::int64_t{1} << 32;
  constexpr std::int64_t pitch_limit = std::int64_t{1} << 40;
  const auto address = reinterpret_cast<std::uintptr_t>(request.address);
  require(address != 0, "the address is null, but must point to global memory");
  require(address % 16 == 0, fmt::format("the address {:#x} must be a multiple of 16", address));
  require(request.rows >= 1 && request.rows <= largest_extent,
          fmt::format("{} rows, but there must be 1 to 2^32", request.rows));
  require(request.columns >= 1 && request.columns <= largest_extent,
          fmt::format("{} columns, but there must be 1 to 2^32", request.columns));
  const std::int64_t pitch = request.columns * request.element_bytes;
  require(pitch % 16 == 0, fmt::format("{} columns of {} bytes make a row pitch of {} bytes, but it must be a "
                                       "multiple of 16",
                                       request.columns, request.element_bytes, pitch));
  require(pitch < pitch_limit, fmt::format("a row pitch of {} bytes, but it must be below 2^40", pitch));
  require(request.box_rows >= 1 && request.box_rows <= 256,
          fmt::format("a box of {} rows, but there must be 1 to 256", request.box_rows));
  require(request.box_columns >= 1 && request.box_columns <= 256,
          fmt::format("a box of {} columns, but there must be 1 to 256", request.box_columns));
  const int box_row_bytes = request.box_columns * request.element_bytes;
  require(box_row_bytes % 16 == 0,
          fmt::format("a box of {} columns of {} bytes has rows of {} bytes, but they must be a multiple of 16",
                      request.box_columns, request.element_bytes, box_row_bytes));
  const int span = swizzle_span_bytes(request.swizzle);
  require(span == 0 || box_row_bytes <= span,
          fmt::format("the rows of a box are {} bytes, but the {}-byte swizzle takes at most {}", box_row_bytes, span,
                      span));
}

}  // namespace matmul
