#include <fmt/format.h>

#include <array>
#include <cstring>

#include "half_bits.hpp"
#include "runtime/cta.hpp"
#include "runtime/wgmma_operand.hpp"

namespace emulator {
namespace {

constexpr int mma_rows = 64;
constexpr int mma_k = 16;
constexpr int max_n = 256;
constexpr int chunk_elements = 8;

}  // namespace

void Cta::execute(int warp_group) {
  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(warp_group)];
  const Mma mma = std::move(cores.queue.front());
  cores.queue.pop_front();
  ++cores.executed;
  if (mma.n > 0) {
    const DescriptorFields a_fields = decode_descriptor(mma.a);
    const DescriptorFields b_fields = decode_descriptor(mma.b);
    const auto read_row = [&](const DescriptorFields& fields, int row, float* to, int to_stride) {
      for (int chunk = 0; chunk < mma_k / chunk_elements; ++chunk) {
        std::uint16_t bits[chunk_elements];
        std::memcpy(bits, shared_ + operand_address(fields, row, chunk), sizeof(bits));
        for (int i = 0; i < chunk_elements; ++i) {
          to[(chunk * chunk_elements + i) * to_stride] = matmul::half_to_float(bits[i]);
        }
      }
    };
    std::array<float, mma_rows * mma_k> a;
    std::array<float, mma_k * max_n> b;  // one K after the other, so that the inner loop runs along N
    for (int row = 0; row < mma_rows; ++row) {
      read_row(a_fields, row, &a[static_cast<std::size_t>(row * mma_k)], 1);
    }
    for (int row = 0; row < mma.n; ++row) {
      read_row(b_fields, row, &b[static_cast<std::size_t>(row)], max_n);
    }
    std::array<float, max_n> sum;
    for (int row = 0; row < mma_rows; ++row) {
      sum.fill(0.0f);
      for (int k = 0; k < mma_k; ++k) {
        const float factor = a[static_cast<std::size_t>(row * mma_k + k)];
        const float* const b_row = &b[static_cast<std::size_t>(k * max_n)];
        for (int column = 0; column < mma.n; ++column) {
          sum[static_cast<std::size_t>(column)] += factor * b_row[column];
        }
      }
      // Row r lies in warp r / 16, lanes 4 * (r % 8) to + 3, in registers 0 and 1 (r % 16 < 8) or 2 and 3 of each four;
      // PTX ISA: "Register fragments for wgmma.mma_async.m64nNk16", accumulator D.
      const int first_thread = row / 16 * warp_threads + row % 8 * 4;
      const int first_register = row % 16 / 8 * 2;
      for (int quad = 0; quad < 4; ++quad) {
        float* const registers = mma.registers[static_cast<std::size_t>(first_thread + quad)];
        if (registers == nullptr) {
          continue;  // the thread has exited without waiting, and its registers are gone
        }
        for (int eight = 0; eight < mma.n / 8; ++eight) {
          float* const pair = registers + 4 * eight + first_register;
          const float* const from = &sum[static_cast<std::size_t>(8 * eight + 2 * quad)];
          pair[0] = mma.accumulate ? pair[0] + from[0] : from[0];
          pair[1] = mma.accumulate ? pair[1] + from[1] : from[1];
        }
      }
    }
  }
  if (events_ != nullptr) {
    events_->add(mma.issued_step, fmt::format("tensor cores {}", warp_group), fmt::format("mma m64n{}k16", mma.n),
                 mma.stage, -1);
  }
  wake_all(cores.waiters);
}

}  // namespace emulator
