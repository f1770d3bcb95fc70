// The emulated WGMMA for every N against a plain product.
#include <utility>

#include "tiny_kernel.hpp"

using namespace matmul_tests;

namespace {

constexpr int k_columns = 64;

template <int n>
struct Storage {
  alignas(1024) half a[64][k_columns];
  alignas(1024) half b[n][k_columns];
};

int value_of_a(int row, int column) { return (row * 7 + column * 3) % 11 - 5; }
int value_of_b(int row, int column) { return (row * 5 + column * 13) % 9 - 4; }

template <int rows>
[[gnu::always_inline]] inline void store_swizzled(half (&tile)[rows][k_columns], int (*value)(int, int)) {
  for (int i = thread(); i < rows * k_columns; i += 128) {
    const int row = i / k_columns;
    const int column = i % k_columns;
    char* const chunk = reinterpret_cast<char*>(tile) + hopper::swizzle_128b(row, column / 8);
    reinterpret_cast<half*>(chunk)[column % 8] = __float2half_rn(static_cast<float>(value(row, column)));
  }
}

// D after one mma_async that replaces it and three that add to it, as a 64 x n matrix.
template <int n>
void check_n() {
  std::vector<float> seen(64 * n, -1.0f);
  const auto report = run_tiny(128, sizeof(Storage<n>), [&] {
    auto& shared = storage<Storage<n>>();
    store_swizzled(shared.a, value_of_a);
    store_swizzled(shared.b, value_of_b);
    ptx::fence_proxy_async();
    __syncthreads();
    const auto a = hopper::ptx::make_smem_descriptor(shared.a);
    const auto b = hopper::ptx::make_smem_descriptor(shared.b);
    float d[1][n / 2];
    for (float& value : d[0]) {
      value = 1000;
    }
    ptx::wgmma_fence(d);
    for (int k = 0; k < k_columns; k += 16) {
      ptx::wgmma_mma_async<n>(d[0], a.advance_columns(k), b.advance_columns(k), k > 0);
    }
    ptx::wgmma_commit_group();
    ptx::wgmma_wait_group<0>(d);
    for (int i = 0; i < n / 2; ++i) {
      const int row = hopper::fragment_row(thread(), i);
      seen[static_cast<std::size_t>(row * n + hopper::fragment_column(thread(), i))] = d[0][i];
    }
  });
  int wrong = 0;
  for (int row = 0; row < 64; ++row) {
    for (int column = 0; column < n; ++column) {
      int sum = 0;
      for (int k = 0; k < k_columns; ++k) {
        sum += value_of_a(row, k) * value_of_b(column, k);
      }
      wrong += seen[static_cast<std::size_t>(row * n + column)] != static_cast<float>(sum) ? 1 : 0;
    }
  }
  INFO("N = " << n);
  CHECK(report.clean());
  CHECK(report.counts.wgmmas == 4);
  CHECK(wrong == 0);
}

template <int... i>
void check_every_n(std::integer_sequence<int, i...>) {
  (check_n<8 * (i + 1)>(), ...);
}

}  // namespace

TEST_CASE("WGMMA computes the product for every N from 8 to 256") {
  check_every_n(std::make_integer_sequence<int, 32>());
}
