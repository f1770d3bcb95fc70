// What is thrown while the emulator runs, for want of memory or by the kernel, reaches the caller and leaves nothing
// behind.
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

// Allocations of this CPU thread that still succeed; below zero: all of them.
thread_local int allocations_left = -1;

void* allocate(std::size_t bytes) {
  if (allocations_left == 0) {
    throw std::bad_alloc();
  }
  if (allocations_left > 0) {
    --allocations_left;
  }
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) {
    return memory;
  }
  throw std::bad_alloc();
}

struct Shared {
  ptx::FullBarrier full;
  int words[64];
};

// A barrier that all wait for, ordinary accesses, and a hazard.
void busy_kernel() {
  auto& shared = storage<Shared>();
  if (thread() == 0) {
    ptx::mbarrier_init(shared.full, 64);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  shared.words[thread()] = thread();
  ptx::mbarrier_arrive(shared.full);
  hopper::mbarrier_wait_parity(shared.full, 0);
  shared.words[(thread() + 1) % 64] = 0;  // nobody orders these against each other's
  shared.words[thread() % 2] = 1;
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_CASE("Wherever the computer's memory ends, the run ends with std::bad_alloc") {
  int failures = 0;
  bool finished = false;
  for (int allocations = 0; !finished; allocations += 1 + allocations / 50) {
    try {
      allocations_left = allocations;
      const matmul::EmulationReport report = run_tiny(64, sizeof(Shared), busy_kernel, {.host_threads = 1});
      allocations_left = -1;
      finished = true;
      CHECK_FALSE(report.clean());
    } catch (const std::bad_alloc&) {
      allocations_left = -1;
      ++failures;
    }
  }
  CHECK(failures > 50);
  CHECK(run_tiny(64, sizeof(Shared), busy_kernel).hazards.size() > 0);  // and the next run is as any other
}

TEST_CASE("What a kernel throws on any CPU thread reaches the caller, while other threads of its CTA wait") {
  for (const int host_threads : {1, 2, 4}) {
    matmul::EmulationSession session{.options = {.host_threads = host_threads}, .report = {}};
    const auto kernel = [] {
      if (thread() == 5 && blockIdx.x == 7) {
        throw std::runtime_error("a kernel's own");
      }
      __syncthreads();
    };
    CHECK_THROWS_WITH(emulator::run_grid({emulator::dim3(16), 64, 0}, kernel, session), "a kernel's own");
  }
}
