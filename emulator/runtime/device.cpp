#include "runtime/device.hpp"

#include "runtime/cta.hpp"

// Each of these is called from inlined device code, so its return address lies in the kernel.
#define CALLER reinterpret_cast<::emulator::Pc>(__builtin_return_address(0))

namespace emulator {

Index thread_index() { return Cta::current()->thread_index(); }
Index block_index() { return Cta::current()->block_index(); }
Index grid_extent() { return Cta::current()->grid_extent(); }
void sync_threads() { Cta::current()->sync_threads(CALLER); }
std::uint32_t shuffle(std::uint32_t value, int lane) { return Cta::current()->shuffle(value, lane, CALLER); }
bool elect() { return Cta::current()->elect(CALLER); }

void* shared_memory(std::size_t bytes) { return Cta::current()->shared_memory(bytes, CALLER); }
std::uint32_t shared_address(const void* pointer) { return Cta::current()->shared_address(pointer); }

void barrier_init(void* barrier, const char* role, std::uint32_t arrivals) {
  Cta::current()->barrier_init(barrier, role, arrivals, CALLER);
}
void barrier_arrive(void* barrier) { Cta::current()->barrier_arrive(barrier, 0, false, CALLER); }
void barrier_arrive_expect_tx(void* barrier, std::uint32_t bytes) {
  Cta::current()->barrier_arrive(barrier, bytes, true, CALLER);
}
void barrier_wait(void* barrier, std::uint32_t parity, bool acquire) {
  Cta::current()->barrier_wait(barrier, parity, acquire, CALLER);
}

bool barrier_try_wait(void* barrier, std::uint32_t parity, bool acquire) {
  return Cta::current()->barrier_try_wait(barrier, parity, acquire, CALLER);
}

void fence_proxy_async() { Cta::current()->fence_proxy_async(); }
void fence_mbarrier_init() { Cta::current()->fence_mbarrier_init(); }

void tma_load_2d(void* destination, const matmul::TensorMapRequest& map, int column, int row, void* barrier) {
  Cta::current()->tma_load_2d(destination, map, column, row, barrier, CALLER);
}

void wgmma_fence() { Cta::current()->wgmma_fence(); }
void wgmma_mma_async(int n, float* d, std::uint64_t a, std::uint64_t b, bool accumulate) {
  Cta::current()->wgmma_mma_async(n, d, a, b, accumulate, CALLER);
}
void wgmma_commit_group() { Cta::current()->wgmma_commit_group(); }
void wgmma_wait_group(int pending_groups) { Cta::current()->wgmma_wait_group(pending_groups, CALLER); }

}  // namespace emulator
