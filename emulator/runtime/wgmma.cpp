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

const char* swizzle_name(matmul::Swizzle swizzle) {
  switch (swizzle) {
    case matmul::Swizzle::none: return "no swizzle";
    case matmul::Swizzle::bytes_32: return "the 32-byte swizzle";
    case matmul::Swizzle::bytes_64: return "the 64-byte swizzle";
    case matmul::Swizzle::bytes_128: return "the 128-byte swizzle";
  }
  return "";
}

}  // namespace

void Cta::wgmma_fence() {
  ++running_->fences;
  for (AccumulatorRange& range : running_->accumulators) {
    range.touched_since_fence = false;
  }
}

void Cta::wgmma_mma_async(int n, float* d, std::uint64_t a, std::uint64_t b, bool accumulate, Pc pc) {
  Thread& thread = *running_;
  const std::uint64_t number = ++thread.mmas;

  AccumulatorRange* range = nullptr;
  for (AccumulatorRange& known : thread.accumulators) {
    if (known.registers == d) {
      range = &known;
    }
  }
  if (range == nullptr) {
    range = &thread.accumulators.emplace_back();
    range->registers = d;
    range->touched_since_fence = thread.fences == 0;
  }
  range->bytes = static_cast<std::size_t>(n / 2) * sizeof(float);
  if (range->touched_since_fence) {
    add_hazard("missing-wgmma-fence", pc, 0, [&] {
      return RawHazard{.title =
                           "an mma_async uses accumulators that ordinary instructions have touched since the last "
                           "wgmma.fence",
                       .sites = {site("wgmma.mma_async", pc)},
                       .missing =
                           "a wgmma.fence between the last ordinary access to the accumulators and this "
                           "mma_async",
                       .fix = "call wgmma_fence() before the first mma_async of each batch"};
    });
    range->touched_since_fence = false;
  }
  range->last_mma = number;
  range->last_mma_pc = pc;

  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(thread.warp_group())];
  const std::size_t position = static_cast<std::size_t>(number - cores.first_queued());
  while (cores.queue.size() <= position) {
    cores.queue.emplace_back();
  }
  Mma& mma = cores.queue[position];
  const std::size_t lane = static_cast<std::size_t>(thread.number % warp_group_threads);
  if (mma.arrived == 0) {
    mma.n = n;
    mma.a = a;
    mma.b = b;
    mma.accumulate = accumulate;
    mma.pc = pc;
    mma.issued_step = events_ != nullptr ? events_->now() : 0;
  } else if ((mma.n != n || mma.a != a || mma.b != b || mma.accumulate != accumulate) && !mma.mismatch_reported) {
    mma.mismatch_reported = true;
    add_hazard("wgmma-divergent", mma.pc, pc, [&] {
      return RawHazard{.title = "the threads of a warp group issue different mma_async",
                       .sites = {site("wgmma.mma_async", mma.pc), site("wgmma.mma_async", pc)},
                       .missing = "all 128 threads must name the same shape and the same descriptors",
                       .fix = "compute the descriptors from values that are the same throughout the warp group"};
    });
  }
  mma.registers[lane] = d;
  ++mma.arrived;

  // The clocks of the 128 threads rarely change between one mma_async and the next; then their common knowledge is
  // that of the one before.
  if (cores.last_clock_version[lane] == thread.clock_version && cores.last_known != nullptr) {
    ++mma.unchanged;
  } else {
    cores.last_clock_version[lane] = thread.clock_version;
    if (mma.known_by_all == nullptr) {
      mma.known_by_all = std::make_shared<VectorClock>(thread.clock);
    } else {
      mma.known_by_all->meet(thread.clock);
    }
  }
  if (mma.arrived == warp_group_threads) {
    mma_issued(thread.warp_group(), mma);
  }
}

void Cta::mma_issued(int warp_group, Mma& mma) {
  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(warp_group)];
  ++counts_.wgmmas;
  if (mma.unchanged > 0) {
    if (mma.known_by_all == nullptr) {
      mma.known_by_all = cores.last_known;
    } else {
      mma.known_by_all->meet(*cores.last_known);
    }
  }
  cores.last_known = mma.known_by_all;

  const std::uint64_t number = running_->mmas;
  const bool a_is_valid = check_operand(cores, mma, number, true);
  const bool b_is_valid = check_operand(cores, mma, number, false);
  if (!a_is_valid || !b_is_valid) {
    mma.n = 0;  // executes as nothing
  }
  if (options_.policy == matmul::CompletionPolicy::early) {
    while (!cores.queue.empty() && cores.queue.front().arrived == warp_group_threads) {
      execute(warp_group);
    }
  }
}

bool Cta::check_operand(const TensorCores& cores, Mma& mma, std::uint64_t number, bool is_a) {
  const DescriptorFields fields = decode_descriptor(is_a ? mma.a : mma.b);
  const char* const name = is_a ? "A" : "B";
  const int rows = is_a ? mma_rows : mma.n;
  const std::string reads = fmt::format("WGMMA reads {}", name);

  const std::uint32_t pattern = 8 * static_cast<std::uint32_t>(matmul::swizzle_span_bytes(fields.swizzle));
  if (pattern != 0 && fields.base_offset == 0 && (fields.start & (pattern - 1) & ~127u) != 0) {
    add_hazard("wgmma-misaligned-operand", mma.pc, is_a ? 1 : 2, [&] {
      return RawHazard{.title = fmt::format("operand {} starts at shared byte {}, which is not on a {}-byte boundary",
                                            name, fields.start, pattern),
                       .sites = {site(reads.c_str(), mma.pc)},
                       .missing =
                           "a swizzled tile must start where its pattern starts, unless the descriptor's base "
                           "offset says otherwise",
                       .fix = fmt::format("declare the tile with alignas({})", pattern)};
    });
    return false;
  }
  const std::uint32_t last = operand_address(fields, rows - 1, 1) | 127u;
  if (last >= static_cast<std::uint32_t>(shape_.shared_bytes) + 128u) {
    add_hazard("wgmma-out-of-range", mma.pc, is_a ? 1 : 2, [&] {
      return RawHazard{
          .title =
              fmt::format("operand {} reaches shared byte {}, but the CTA has {}", name, last, shape_.shared_bytes),
          .sites = {site(reads.c_str(), mma.pc)},
          .missing = fmt::format("start {}, stride {} bytes, {} rows", fields.start, fields.stride_bytes, rows),
          .fix = "check the descriptor's address and stride"};
    });
    return false;
  }

  const Access access{.pc = mma.pc,
                      .time = static_cast<Time>(number),
                      .agent = cores.agent,
                      .bytes = 0xffff,
                      .kind = is_a ? AccessKind::wgmma_read_a : AccessKind::wgmma_read_b};
  const Content first = shadow_.cell(operand_address(fields, 0, 0) / ShadowMemory::cell_bytes).content;
  for (int row = 0; row < rows; ++row) {
    for (int chunk = 0; chunk < mma_k / chunk_elements; ++chunk) {
      const std::uint32_t index = operand_address(fields, row, chunk) / ShadowMemory::cell_bytes;
      if (index >= shadow_.size()) {
        continue;
      }
      check_access(index, access, *mma.known_by_all);
      const Cell& cell = shadow_.cell(index);
      if (cell.written != 0xffff) {
        add_hazard("uninitialised-read", mma.pc, is_a ? 1 : 2, [&] {
          return RawHazard{
              .title = fmt::format("operand {} holds bytes that nothing has written", name),
              .sites = {{.what = reads, .pc = mma.pc, .who = who(cores.agent), .where = where(index, 0xffff)}},
              .missing = "a load or store of these bytes before the MMA",
              .fix = "check that the loads cover the whole tile and that the wait is for their barrier"};
        });
      }
      if (first.matrix != nullptr && cell.content.matrix != nullptr && cell.written == 0xffff &&
          (cell.content.matrix != first.matrix || cell.content.row - first.row != row ||
           cell.content.chunk - first.chunk != chunk)) {
        add_hazard("layout-mismatch", cell.content.pc, mma.pc, [&] {
          return RawHazard{
              .title = fmt::format("operand {} is read in another layout than it was loaded in", name),
              .sites = {{.what = fmt::format("TMA load writes in {}",
                                             swizzle_name(static_cast<matmul::Swizzle>(cell.content.swizzle))),
                         .pc = cell.content.pc,
                         .who = "",
                         .where = where(index, 0xffff)},
                        {.what = fmt::format("{} in {}, stride {} bytes", reads, swizzle_name(fields.swizzle),
                                             fields.stride_bytes),
                         .pc = mma.pc,
                         .who = who(cores.agent),
                         .where = ""}},
              .missing =
                  fmt::format("row {}, columns {} to {} of the operand are expected here, but these bytes hold "
                              "row {}, columns {} to {} of the tile",
                              row, chunk * 8, chunk * 8 + 7, cell.content.row - first.row,
                              (cell.content.chunk - first.chunk) * 8, (cell.content.chunk - first.chunk) * 8 + 7),
              .fix =
                  "give the tensor map and the matrix descriptor the same swizzle, and the descriptor the tile's "
                  "stride"};
        });
      }
    }
  }
  if (is_a) {
    mma.stage = first.stage;
  }
  return true;
}

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

void Cta::wgmma_commit_group() { running_->groups.push_back(running_->mmas); }

void Cta::wgmma_wait_group(int pending_groups, Pc pc) {
  Thread& thread = *running_;
  const auto pending = static_cast<std::size_t>(pending_groups);
  if (thread.groups.size() <= pending) {
    return;
  }
  const std::uint64_t target = thread.groups[thread.groups.size() - 1 - pending];
  thread.groups.erase(thread.groups.begin(), thread.groups.end() - static_cast<std::ptrdiff_t>(pending));
  TensorCores& cores = tensor_cores_[static_cast<std::size_t>(thread.warp_group())];
  while (cores.executed < target) {
    cores.waiters.push_back(thread.number);
    block({.what = Waiting::For::wgmma, .pc = pc, .mma = target});
  }
  thread.retired_mmas = std::max(thread.retired_mmas, target);
  thread.clock[cores.agent] = std::max(thread.clock[cores.agent], static_cast<Time>(target));
  ++thread.clock_version;
}

void Cta::check_in_flight(const AccumulatorRange& range, bool is_write, Pc pc) {
  if (range.last_mma <= running_->retired_mmas) {
    return;
  }
  add_hazard("accumulator-in-flight", range.last_mma_pc, pc, [&] {
    return RawHazard{.title = fmt::format("an accumulator is {} while an mma_async that writes it is in flight",
                                          is_write ? "written" : "read"),
                     .sites = {site("wgmma.mma_async writes the accumulator", range.last_mma_pc),
                               site(is_write ? "ordinary write" : "ordinary read", pc)},
                     .missing = "a wgmma.commit_group and a wgmma.wait_group between the two",
                     .fix = "commit the group and wait for it before touching its accumulators"};
  });
}

}  // namespace emulator
