// What a problem must be before any version looks at it.
#include "problem.hpp"

#include <cstdint>
#include <limits>

#include "catch.hpp"
#include "error_message.hpp"
#include "errors.hpp"

namespace {

using matmul::InvalidInput;
using matmul::Problem;
using matmul_tests::contains;

constexpr std::int64_t largest_extent = std::numeric_limits<std::int32_t>::max() - (1 << 17);

std::string refusal(const Problem& problem) {
  return matmul_tests::message_of<InvalidInput>([&] { matmul::validate(problem); });
}

}  // namespace

TEST_CASE("Any m and n from 1 and any positive multiple of 8 for k is accepted") {
  CHECK_NOTHROW(matmul::validate(Problem{1, 1, 8}));
  CHECK_NOTHROW(matmul::validate(Problem{7, 129, 72}));
  CHECK_NOTHROW(matmul::validate(Problem{8192, 8192, 8192}));
  CHECK_NOTHROW(matmul::validate(Problem{largest_extent, largest_extent, largest_extent / 8 * 8}));
}

TEST_CASE("An extent below 1 is refused by its name and value") {
  CHECK_THAT(refusal({0, 1, 8}), contains("m is 0") && contains("at least 1"));
  CHECK_THAT(refusal({1, -5, 8}), contains("n is -5") && contains("at least 1"));
  CHECK_THAT(refusal({1, 1, 0}), contains("k is 0") && contains("at least 1"));
  CHECK_THAT(refusal({1, 1, -8}), contains("k is -8") && contains("at least 1"));
}

TEST_CASE("An extent beyond TMA's coordinates is refused by its name and value") {
  CHECK_THAT(refusal({largest_extent + 1, 1, 8}), contains("m is 2147352576") && contains("at most 2147352575"));
  CHECK_THAT(refusal({1, std::int64_t{1} << 32, 8}), contains("n is 4294967296") && contains("at most"));
  CHECK_THAT(refusal({1, 1, std::int64_t{1} << 40}), contains("k is 1099511627776") && contains("at most"));
}

TEST_CASE("A k that is no multiple of 8 is refused with the nearest ones that are") {
  for (const std::int64_t k : {9, 12, 15, 8191}) {
    CAPTURE(k);
    CHECK_THAT(refusal({64, 64, k}), contains("multiple of 8"));
  }
  CHECK_THAT(refusal({64, 64, 100}), contains("k is 100") && contains("96 or 104 would do"));
  CHECK_THAT(refusal({64, 64, 3}), contains("k is 3") && contains("; 8 would do"));
}

TEST_CASE("Operands must be there and 16-byte aligned") {
  alignas(16) matmul::HalfBits memory[16] = {};
  const auto refusal_of = [](const matmul::Operands& operands) {
    return matmul_tests::message_of<InvalidInput>([&] { matmul::validate(operands); });
  };
  CHECK(refusal_of({{1, 1, 8}, memory, memory, memory}).empty());
  CHECK(refusal_of({{1, 1, 8}, memory + 8, memory + 8, memory + 8}).empty());
  CHECK_THAT(refusal_of({{1, 1, 8}, nullptr, memory, memory}), contains("A is null"));
  CHECK_THAT(refusal_of({{1, 1, 8}, memory, nullptr, memory}), contains("B is null"));
  CHECK_THAT(refusal_of({{1, 1, 8}, memory, memory, nullptr}), contains("C is null"));
  CHECK_THAT(refusal_of({{1, 1, 8}, memory + 1, memory, memory}), contains("A is at") && contains("multiple of 16"));
  CHECK_THAT(refusal_of({{1, 1, 8}, memory, memory + 4, memory}), contains("B is at") && contains("multiple of 16"));
  CHECK_THAT(refusal_of({{1, 1, 8}, memory, memory, memory + 7}), contains("C is at") && contains("multiple of 16"));
  CHECK_THAT(refusal_of({{1, 1, 9}, memory + 1, memory, memory}), contains("k is 9"));
}

TEST_CASE("A problem counts a multiplication and an addition for every term") {
  CHECK(Problem{8192, 8192, 8192}.flops() == 2.0 * 8192.0 * 8192.0 * 8192.0);
  CHECK(Problem{largest_extent, 1, 8}.flops() == 16.0 * static_cast<double>(largest_extent));
}
