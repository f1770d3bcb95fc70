/// \file
/// The 32 shapes of the wgmma instruction, from one macro. Nothing to read here unless the instruction itself changes;
/// only ptx/wgmma.cuh includes this file.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace hopper::ptx {

/// The instruction of one shape; wgmma_mma_async() picks it.
template <int n>
struct WgmmaF32F16;

// The first 4, 8, 12, ... accumulator registers, four at a time, with what separates them. A list is needed twice: as
// placeholders in the instruction's text and as operands behind it.
#define WGMMA_4(four, comma) four(0, 1, 2, 3)
#define WGMMA_8(four, comma) WGMMA_4(four, comma) comma() four(4, 5, 6, 7)
#define WGMMA_12(four, comma) WGMMA_8(four, comma) comma() four(8, 9, 10, 11)
#define WGMMA_16(four, comma) WGMMA_12(four, comma) comma() four(12, 13, 14, 15)
#define WGMMA_20(four, comma) WGMMA_16(four, comma) comma() four(16, 17, 18, 19)
#define WGMMA_24(four, comma) WGMMA_20(four, comma) comma() four(20, 21, 22, 23)
#define WGMMA_28(four, comma) WGMMA_24(four, comma) comma() four(24, 25, 26, 27)
#define WGMMA_32(four, comma) WGMMA_28(four, comma) comma() four(28, 29, 30, 31)
#define WGMMA_36(four, comma) WGMMA_32(four, comma) comma() four(32, 33, 34, 35)
#define WGMMA_40(four, comma) WGMMA_36(four, comma) comma() four(36, 37, 38, 39)
#define WGMMA_44(four, comma) WGMMA_40(four, comma) comma() four(40, 41, 42, 43)
#define WGMMA_48(four, comma) WGMMA_44(four, comma) comma() four(44, 45, 46, 47)
#define WGMMA_52(four, comma) WGMMA_48(four, comma) comma() four(48, 49, 50, 51)
#define WGMMA_56(four, comma) WGMMA_52(four, comma) comma() four(52, 53, 54, 55)
#define WGMMA_60(four, comma) WGMMA_56(four, comma) comma() four(56, 57, 58, 59)
#define WGMMA_64(four, comma) WGMMA_60(four, comma) comma() four(60, 61, 62, 63)
#define WGMMA_68(four, comma) WGMMA_64(four, comma) comma() four(64, 65, 66, 67)
#define WGMMA_72(four, comma) WGMMA_68(four, comma) comma() four(68, 69, 70, 71)
#define WGMMA_76(four, comma) WGMMA_72(four, comma) comma() four(72, 73, 74, 75)
#define WGMMA_80(four, comma) WGMMA_76(four, comma) comma() four(76, 77, 78, 79)
#define WGMMA_84(four, comma) WGMMA_80(four, comma) comma() four(80, 81, 82, 83)
#define WGMMA_88(four, comma) WGMMA_84(four, comma) comma() four(84, 85, 86, 87)
#define WGMMA_92(four, comma) WGMMA_88(four, comma) comma() four(88, 89, 90, 91)
#define WGMMA_96(four, comma) WGMMA_92(four, comma) comma() four(92, 93, 94, 95)
#define WGMMA_100(four, comma) WGMMA_96(four, comma) comma() four(96, 97, 98, 99)
#define WGMMA_104(four, comma) WGMMA_100(four, comma) comma() four(100, 101, 102, 103)
#define WGMMA_108(four, comma) WGMMA_104(four, comma) comma() four(104, 105, 106, 107)
#define WGMMA_112(four, comma) WGMMA_108(four, comma) comma() four(108, 109, 110, 111)
#define WGMMA_116(four, comma) WGMMA_112(four, comma) comma() four(112, 113, 114, 115)
#define WGMMA_120(four, comma) WGMMA_116(four, comma) comma() four(116, 117, 118, 119)
#define WGMMA_124(four, comma) WGMMA_120(four, comma) comma() four(120, 121, 122, 123)
#define WGMMA_128(four, comma) WGMMA_124(four, comma) comma() four(124, 125, 126, 127)

#define WGMMA_PLACEHOLDERS(i, j, k, l) "%" #i ", %" #j ", %" #k ", %" #l
#define WGMMA_TEXT_COMMA() ", "
#define WGMMA_OPERANDS(i, j, k, l) "+f"(d[i]), "+f"(d[j]), "+f"(d[k]), "+f"(d[l])
#define WGMMA_COMMA() ,

// `registers` is n / 2; the two numbers behind it go on counting placeholders.
#define WGMMA_SHAPE(n, registers, b, add)                                                           \
  template <>                                                                                       \
  struct WgmmaF32F16<n> {                                                                           \
    static __device__ __forceinline__ void issue(float (&d)[registers], std::uint64_t descriptor_a, \
                                                 std::uint64_t descriptor_b, int accumulate) {      \
      asm volatile("{\n.reg .pred accumulate;\nsetp.ne.b32 accumulate, %" #add                      \
                   ", 0;\n"                                                                         \
                   "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.f16.f16 {" WGMMA_##registers(    \
                       WGMMA_PLACEHOLDERS, WGMMA_TEXT_COMMA) "}, %" #registers ", %" #b             \
                                                             ", accumulate, 1, 1, 0, 0;\n}\n"       \
                   : WGMMA_##registers(WGMMA_OPERANDS, WGMMA_COMMA)                                 \
                   : "l"(descriptor_a), "l"(descriptor_b), "r"(accumulate)                          \
                   : "memory");                                                                     \
    }                                                                                               \
  };

WGMMA_SHAPE(8, 4, 5, 6)
WGMMA_SHAPE(16, 8, 9, 10)
WGMMA_SHAPE(24, 12, 13, 14)
WGMMA_SHAPE(32, 16, 17, 18)
WGMMA_SHAPE(40, 20, 21, 22)
WGMMA_SHAPE(48, 24, 25, 26)
WGMMA_SHAPE(56, 28, 29, 30)
WGMMA_SHAPE(64, 32, 33, 34)
WGMMA_SHAPE(72, 36, 37, 38)
WGMMA_SHAPE(80, 40, 41, 42)
WGMMA_SHAPE(88, 44, 45, 46)
WGMMA_SHAPE(96, 48, 49, 50)
WGMMA_SHAPE(104, 52, 53, 54)
WGMMA_SHAPE(112, 56, 57, 58)
WGMMA_SHAPE(120, 60, 61, 62)
WGMMA_SHAPE(128, 64, 65, 66)
WGMMA_SHAPE(136, 68, 69, 70)
WGMMA_SHAPE(144, 72, 73, 74)
WGMMA_SHAPE(152, 76, 77, 78)
WGMMA_SHAPE(160, 80, 81, 82)
WGMMA_SHAPE(168, 84, 85, 86)
WGMMA_SHAPE(176, 88, 89, 90)
WGMMA_SHAPE(184, 92, 93, 94)
WGMMA_SHAPE(192, 96, 97, 98)
WGMMA_SHAPE(200, 100, 101, 102)
WGMMA_SHAPE(208, 104, 105, 106)
WGMMA_SHAPE(216, 108, 109, 110)
WGMMA_SHAPE(224, 112, 113, 114)
WGMMA_SHAPE(232, 116, 117, 118)
WGMMA_SHAPE(240, 120, 121, 122)
WGMMA_SHAPE(248, 124, 125, 126)
WGMMA_SHAPE(256, 128, 129, 130)

}  // namespace hopper::ptx
