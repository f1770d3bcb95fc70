/// \file
/// What is known of every 16 bytes of a CTA's shared memory: who accessed them, and what they hold.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/hazard_log.hpp"
#include "runtime/vector_clock.hpp"

namespace emulator {

/// How shared memory was accessed.
enum class AccessKind : std::uint8_t { ordinary_read, ordinary_write, tma_write, wgmma_read_a, wgmma_read_b };

/// Whether it changes memory.
constexpr bool is_write(AccessKind kind) { return kind == AccessKind::ordinary_write || kind == AccessKind::tma_write; }
/// Whether it is an operand's read by an mma_async.
constexpr bool is_wgmma(AccessKind kind) {
  return kind == AccessKind::wgmma_read_a || kind == AccessKind::wgmma_read_b;
}
/// Whether it goes through the async proxy.
constexpr bool is_async(AccessKind kind) {
  return kind != AccessKind::ordinary_read && kind != AccessKind::ordinary_write;
}

/// One access to some of the 16 bytes of a cell.
struct Access {
  Pc pc = 0;                                    ///< where it was called
  Time time = 0;                                ///< the agent's own time
  Agent agent = 0;                              ///< who accessed
  std::uint16_t bytes = 0;                      ///< bit i: byte i of the cell
  AccessKind kind = AccessKind::ordinary_read;  ///< how
  bool reported = false;                        ///< as unordered with a later access
  bool knew_content = false;                    ///< WGMMA reads: whether a write of all the bytes was known to all
  /// Of the thread's warp group. Ordinary accesses: the last that the thread had issued. WGMMA reads: one that has read
  /// the same content before, 0 if none.
  Time mma = 0;
};

/// Which 8 elements of which matrix a TMA copy put into a cell.
struct Content {
  const void* matrix = nullptr;  ///< null: not written by TMA
  std::int32_t row = 0;          ///< in the matrix
  std::int32_t chunk = 0;        ///< column / 8
  std::int16_t stage = -1;       ///< index of the barrier that the copy completes on
  std::uint8_t swizzle = 0;      ///< a matmul::Swizzle
  Pc pc = 0;                     ///< where it was called
};

/// 16 bytes of shared memory.
struct Cell {
  std::vector<Access> accesses;     ///< those that a later access may still conflict with
  std::vector<Access> overwritten;  ///< what the last write took the place of: the content before, and who read it
  std::uint16_t written = 0;        ///< bit i: byte i was written
  Content content;                  ///< what the last TMA copy put here
};

/// The cells of one CTA.
class ShadowMemory {
 public:
  static constexpr int cell_bytes = 16;  ///< what hazards and swizzles move as one piece

  /// Cells for so many bytes.
  explicit ShadowMemory(int shared_bytes)
      : cells_(static_cast<std::size_t>((shared_bytes + cell_bytes - 1) / cell_bytes)) {}

  /// The cell of bytes 16 * index to 16 * index + 15.
  Cell& cell(std::uint32_t index) { return cells_[index]; }
  /// The same, to look at.
  const Cell& cell(std::uint32_t index) const { return cells_[index]; }
  /// Number of cells.
  std::uint32_t size() const { return static_cast<std::uint32_t>(cells_.size()); }

  /// Hands every earlier access that `access` conflicts with to `check`, then remembers `access`.
  template <typename Check>
  void record(std::uint32_t index, const Access& access, Check check) {
    Cell& at = cells_[index];
    if (is_write(access.kind)) {
      at.overwritten.clear();
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < at.accesses.size(); ++i) {
      Access& earlier = at.accesses[i];
      const bool overlaps = (earlier.bytes & access.bytes) != 0;
      if (overlaps && (is_write(earlier.kind) || is_write(access.kind))) {
        check(earlier);
      }
      const bool covered = (earlier.bytes & ~access.bytes) == 0;
      const bool replaced =
          covered && (is_write(access.kind) || (!is_write(earlier.kind) && earlier.agent == access.agent));
      if (!replaced) {
        at.accesses[kept++] = earlier;
      } else if (is_write(access.kind)) {
        at.overwritten.push_back(earlier);
      }
    }
    at.accesses.resize(kept);
    at.accesses.push_back(access);
    if (is_write(access.kind)) {
      at.written |= access.bytes;
    }
  }

 private:
  std::vector<Cell> cells_;
};

}  // namespace emulator
