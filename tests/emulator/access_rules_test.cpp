// The checker's rules on ordinary accesses to shared memory: what must be reported and what must not.
#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

struct Words {
  int words[256];
};

// Every thread fills its part of a 64 x 64 tile with ones in the 128-byte swizzle.
[[gnu::always_inline]] inline void store_tile(half (&tile)[64][64]) {
  for (int i = thread(); i < 64 * 8; i += 128) {
    auto* const to = reinterpret_cast<half*>(reinterpret_cast<char*>(tile) + hopper::swizzle_128b(i / 8, i % 8));
    for (int j = 0; j < 8; ++j) {
      to[j] = __float2half_rn(1.0f);
    }
  }
}

[[gnu::always_inline]] inline void multiply(half (&tile)[64][64]) {
  float d[1][32];
  const auto descriptor = hopper::ptx::make_smem_descriptor(tile);
  ptx::wgmma_fence(d);
  ptx::wgmma_mma_async<64>(d[0], descriptor, descriptor, false);
  ptx::wgmma_commit_group();
  ptx::wgmma_wait_group<0>(d);
}

[[gnu::noinline]] void write_words() { storage<Words>().words[thread()] = 1; }

}  // namespace

TEST_CASE("A write and another thread's read need an order") {
  int sum = 0;
  const auto kernel = [&](bool synchronise) {
    auto& shared = storage<Words>();
    if (thread() == 0) {
      shared.words[0] = 1;
    }
    if (synchronise) {
      __syncthreads();
    }
    if (thread() == 40) {
      sum += shared.words[0];
    }
  };
  must_report("unordered-access", 64, sizeof(Words), [&] { kernel(false); });
  must_be_clean(64, sizeof(Words), [&] { kernel(true); });
}

TEST_CASE("Two writes to the same bytes need an order, to different bytes of one chunk they don't") {
  must_report("unordered-access", 64, sizeof(Words), [] { storage<Words>().words[thread() / 2] = 1; });
  must_be_clean(64, sizeof(Words), [] { storage<Words>().words[thread()] = 1; });
}

TEST_CASE("A read and a later write by another thread need an order") {
  int sum = 0;
  const auto kernel = [&](bool synchronise) {
    auto& shared = storage<Words>();
    shared.words[thread()] = thread();
    __syncthreads();
    sum += shared.words[63 - thread()];
    if (synchronise) {
      __syncthreads();
    }
    shared.words[thread()] = 0;
  };
  must_report("unordered-access", 64, sizeof(Words), [&] { kernel(false); });
  must_be_clean(64, sizeof(Words), [&] { kernel(true); });
}

TEST_CASE("An mbarrier's arrive and wait order what lies before the one and behind the other") {
  struct Storage {
    int word;
    ptx::EmptyBarrier barrier;
  };
  int seen = 0;
  const auto kernel = [&](bool relaxed) {
    auto& shared = storage<Storage>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.barrier, 1);
    }
    __syncthreads();
    if (thread() == 5) {
      shared.word = 7;
      ptx::mbarrier_arrive(shared.barrier);
    } else if (thread() == 33) {
      if (relaxed) {
        hopper::mbarrier_wait_parity<ptx::WaitSemantics::relaxed>(shared.barrier, 0);
      } else {
        hopper::mbarrier_wait_parity(shared.barrier, 0);
      }
      seen = shared.word;
    }
  };
  must_be_clean(64, sizeof(Storage), [&] { kernel(false); });
  CHECK(seen == 7);
  must_report("unordered-access", 64, sizeof(Storage), [&] { kernel(true); });
}

TEST_CASE("Shared memory that nothing has written must not be read") {
  int sum = 0;
  must_report("uninitialised-read", 32, sizeof(Words), [&] { sum += storage<Words>().words[thread()]; });
  must_be_clean(32, sizeof(Words), [&] {
    auto& shared = storage<Words>();
    shared.words[thread()] = 1;
    sum += shared.words[thread()];
  });
}

TEST_CASE("A tile that ordinary stores filled needs a proxy fence by the writers, before the barrier") {
  enum class Fence { none, before, after, by_one_thread };
  const auto kernel = [](Fence fence) {
    auto& shared = storage<TileStorage>();
    store_tile(shared.tile);
    if (fence == Fence::before || (fence == Fence::by_one_thread && thread() == 0)) {
      ptx::fence_proxy_async();
    }
    __syncthreads();
    if (fence == Fence::after) {
      ptx::fence_proxy_async();
    }
    multiply(shared.tile);
  };
  must_report("missing-proxy-fence", 128, sizeof(TileStorage), [&] { kernel(Fence::none); });
  must_report("missing-proxy-fence", 128, sizeof(TileStorage), [&] { kernel(Fence::after); });
  must_report("missing-proxy-fence", 128, sizeof(TileStorage), [&] { kernel(Fence::by_one_thread); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(Fence::before); });
}

TEST_CASE("A load over ordinary stores needs a proxy fence too") {
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool fence) {
    auto& shared = storage<TileStorage>();
    init_full(shared);
    store_tile(shared.tile);
    if (fence) {
      ptx::fence_proxy_async();
    }
    __syncthreads();
    if (thread() == 0) {
      ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
      ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
    }
    hopper::mbarrier_wait_parity(shared.full, 0);
  };
  must_report("missing-proxy-fence", 128, sizeof(TileStorage), [&] { kernel(false); });
  must_be_clean(128, sizeof(TileStorage), [&] { kernel(true); });
}

TEST_CASE("Accesses beyond shared memory are reported, those to its last byte are not") {
  must_report("shared-out-of-range", 32, sizeof(Words), [] {
    volatile int* const words = storage<Words>().words;
    words[256 + thread()] = 1;
  });
  must_report("shared-out-of-range", 32, sizeof(Words), [] {
    volatile int* const words = storage<Words>().words;
    words[thread() - 64] = 1;
  });
  must_be_clean(32, sizeof(Words), [] { storage<Words>().words[224 + thread()] = 1; });
}

TEST_CASE("A kernel whose storage is larger than the launch's shared memory is reported") {
  // A function of its own, so that the line of the call does not get lost in what the test calls it through.
  must_report("shared-memory-too-small", 32, sizeof(Words) - 4, write_words);
  must_be_clean(32, sizeof(Words), [] { storage<Words>().words[thread()] = 1; });
}

TEST_CASE("A load that lands hands over its bytes, and nothing that its issuer stored") {
  struct Storage {
    alignas(1024) half tile[64][64];
    ptx::FullBarrier full;
    int note;
  };
  const matmul::TensorMapRequest map = map_of_ones();
  const auto kernel = [&](bool stores_before_announcing) {
    auto& shared = storage<Storage>();
    if (thread() == 0) {
      ptx::mbarrier_init(shared.full, 1);
      ptx::fence_mbarrier_init();
    }
    __syncthreads();
    if (thread() == 0) {
      if (stores_before_announcing) {
        shared.note = 1;
      }
      ptx::mbarrier_arrive_expect_tx(shared.full, tile_bytes);
      if (!stores_before_announcing) {
        shared.note = 1;
      }
      ptx::cp_async_bulk_tensor_2d(shared.tile, map, 0, 0, shared.full);
    }
    hopper::mbarrier_wait_parity(shared.full, 0);
    if (thread() == 1 && shared.note != 1) {
      shared.tile[0][0] = __float2half_rn(0.0f);
    }
  };
  must_report("unordered-access", 32, sizeof(Storage), [&] { kernel(false); });
  must_be_clean(32, sizeof(Storage), [&] { kernel(true); });
}
