/// \file
/// Ordinary memory accesses of the kernels.
///
/// The kernels are compiled with -fsanitize=thread, so that the compiler calls a function before each load and store;
/// these are those functions, in place of ThreadSanitizer's own, which the programs do not link.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/cta.hpp"

namespace {

inline void observe(const void* pointer, std::size_t bytes, bool is_write, void* caller) {
  if (emulator::Cta* cta = emulator::Cta::current()) {
    cta->ordinary_access(pointer, bytes, is_write, reinterpret_cast<emulator::Pc>(caller));
  }
}

}  // namespace

#define HOOKS_FOR_SIZE(bytes)                                                                                      \
  extern "C" void __tsan_read##bytes(void* p) { observe(p, bytes, false, __builtin_return_address(0)); }           \
  extern "C" void __tsan_write##bytes(void* p) { observe(p, bytes, true, __builtin_return_address(0)); }           \
  extern "C" void __tsan_unaligned_read##bytes(void* p) { observe(p, bytes, false, __builtin_return_address(0)); } \
  extern "C" void __tsan_unaligned_write##bytes(void* p) { observe(p, bytes, true, __builtin_return_address(0)); } \
  extern "C" void __tsan_volatile_read##bytes(void* p) { observe(p, bytes, false, __builtin_return_address(0)); }  \
  extern "C" void __tsan_volatile_write##bytes(void* p) { observe(p, bytes, true, __builtin_return_address(0)); }

HOOKS_FOR_SIZE(1)
HOOKS_FOR_SIZE(2)
HOOKS_FOR_SIZE(4)
HOOKS_FOR_SIZE(8)
HOOKS_FOR_SIZE(16)

extern "C" {

void __tsan_read_range(void* p, std::size_t bytes) { observe(p, bytes, false, __builtin_return_address(0)); }
void __tsan_write_range(void* p, std::size_t bytes) { observe(p, bytes, true, __builtin_return_address(0)); }
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
// The guard of a function's static variable, in the code around the kernels.
std::uint8_t __tsan_atomic8_load(const volatile std::uint8_t* p, int) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  observe(to, bytes, true, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  observe(from, bytes, false, __builtin_return_address(0));
  observe(to, bytes, true, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  observe(from, bytes, false, __builtin_return_address(0));
  observe(to, bytes, true, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}

}  // extern "C"
