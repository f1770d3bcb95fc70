// How tiles lie in shared memory: the 128-byte swizzle and the descriptor that names it.
#include <cstdint>
#include <set>

#include <ptx/smem_descriptor.cuh>
#include "catch.hpp"
#include "swizzle.cuh"

namespace {

// A field of a descriptor, by its first and last bit.
std::uint64_t field(std::uint64_t bits, int first, int last) {
  return bits >> first & ((std::uint64_t{1} << (last - first + 1)) - 1);
}

}  // namespace

TEST_CASE("The 128-byte swizzle XORs address bits 4-6 with bits 7-9") {
  int wrong = 0;
  for (int row = 0; row < 512; ++row) {
    for (int chunk = 0; chunk < 8; ++chunk) {
      const int plain = row * 128 + chunk * 16;
      const int swizzled = plain ^ (plain >> 7 & 7) << 4;
      wrong += hopper::swizzle_128b(row, chunk) == swizzled ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("The swizzle's atom is the table of the PTX ISA") {
  // Place of each 16-byte chunk in its row of an 8 x 128-byte atom (PTX ISA, "Tensors: swizzling modes", 128B).
  constexpr int place[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
                               {3, 2, 1, 0, 7, 6, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
                               {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};
  for (int row = 0; row < 8; ++row) {
    for (int chunk = 0; chunk < 8; ++chunk) {
      CAPTURE(row, chunk);
      CHECK(hopper::swizzle_128b(row, chunk) == row * 128 + place[row][chunk] * 16);
      CHECK(hopper::swizzle_128b(row + 8, chunk) == hopper::swizzle_128b(row, chunk) + 1024);
    }
  }
}

TEST_CASE("One chunk of 8 neighbouring rows lies in all 32 banks") {
  for (int first_row = 0; first_row < 128; ++first_row) {
    for (int chunk = 0; chunk < 8; ++chunk) {
      std::set<int> banks;
      for (int row = first_row; row < first_row + 8; ++row) {
        for (int word = 0; word < 4; ++word) {
          banks.insert((hopper::swizzle_128b(row, chunk) / 4 + word) % 32);
        }
      }
      CAPTURE(first_row, chunk);
      CHECK(banks.size() == 32);
    }
  }
}

TEST_CASE("A descriptor holds address, stride and swizzle mode in their bits and nothing else") {
  // Every 1024-byte boundary of the 227 KiB that a CTA can have.
  for (std::uint32_t address = 0; address < 227 * 1024; address += 1024) {
    const std::uint64_t bits = hopper::ptx::encode_smem_descriptor(address).bits;
    CAPTURE(address, bits);
    CHECK(field(bits, 0, 13) == address / 16);
    CHECK(field(bits, 14, 15) == 0);
    CHECK(field(bits, 16, 29) == 0);  // leading dimension: unused
    CHECK(field(bits, 30, 31) == 0);
    CHECK(field(bits, 32, 45) == 1024 / 16);  // stride: from one 8-row atom to the next
    CHECK(field(bits, 46, 48) == 0);
    CHECK(field(bits, 49, 51) == 0);  // base offset
    CHECK(field(bits, 52, 61) == 0);
    CHECK(field(bits, 62, 63) == 1);  // 128-byte swizzle
  }
}

TEST_CASE("A descriptor takes the 18 address bits that exist") {
  CHECK(field(hopper::ptx::encode_smem_descriptor(0x3fff0).bits, 0, 13) == 0x3fff);
  CHECK(hopper::ptx::encode_smem_descriptor(0x40000 + 2048).bits == hopper::ptx::encode_smem_descriptor(2048).bits);
}

TEST_CASE("Stepping along K moves the start address by 32 bytes for every 16 columns") {
  const hopper::ptx::SmemDescriptor start = hopper::ptx::encode_smem_descriptor(5 * 1024);
  for (int columns = 0; columns < 64; columns += 16) {
    CAPTURE(columns);
    const std::uint64_t bits = start.advance_columns(columns).bits;
    CHECK(field(bits, 0, 13) == static_cast<std::uint64_t>(5 * 1024 + columns * 2) / 16);
    CHECK(field(bits, 14, 63) == field(start.bits, 14, 63));
  }
}
