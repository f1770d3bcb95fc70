/// \file
/// Ordinary memory accesses of the kernels.
///
/// The kernels are compiled with -fsanitize=thread, so that the compiler calls a function before each load and store;
/// these are those functions, in place of ThreadSanitizer's own, which the programs do not link.
///
/// What compilers leave out: g++ does not announce an array that it clears as a whole; clang does not announce an
/// element of a local array by index, such as an accumulator register. Shared memory is not concerned.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>

#include "runtime/cta.hpp"

namespace {

inline void observe(const void* pointer, std::size_t bytes, bool is_write, void* caller) {
  if (emulator::Cta* cta = emulator::Cta::current()) {
    try {
      cta->ordinary_access(pointer, bytes, is_write, reinterpret_cast<emulator::Pc>(caller));
    } catch (...) {
      // Compilers take these functions for ones that throw nothing, so the error waits until the thread gives way.
      cta->fail_thread(std::current_exception());
    }
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

// Atomic operations. The kernels have none of their own; the code around them does, in the guards of static variables
// and in reference counts.
#define HOOKS_FOR_ATOMIC(bits)                                                                                   \
  extern "C" std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* p, int) {        \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                 \
  }                                                                                                              \
  extern "C" void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* p, std::uint##bits##_t value, int) { \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                              \
  extern "C" std::uint##bits##_t __tsan_atomic##bits##_exchange(volatile std::uint##bits##_t* p,                 \
                                                                std::uint##bits##_t value, int) {                \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                              \
  extern "C" std::uint##bits##_t __tsan_atomic##bits##_fetch_add(volatile std::uint##bits##_t* p,                \
                                                                 std::uint##bits##_t value, int) {               \
    return __atomic_fetch_add(p, value, __ATOMIC_SEQ_CST);                                                       \
  }                                                                                                              \
  extern "C" std::uint##bits##_t __tsan_atomic##bits##_fetch_sub(volatile std::uint##bits##_t* p,                \
                                                                 std::uint##bits##_t value, int) {               \
    return __atomic_fetch_sub(p, value, __ATOMIC_SEQ_CST);                                                       \
  }                                                                                                              \
  extern "C" int __tsan_atomic##bits##_compare_exchange_strong(                                                  \
      volatile std::uint##bits##_t* p, std::uint##bits##_t* expected, std::uint##bits##_t value, int, int) {     \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;   \
  }

HOOKS_FOR_ATOMIC(8)
HOOKS_FOR_ATOMIC(16)
HOOKS_FOR_ATOMIC(32)
HOOKS_FOR_ATOMIC(64)
