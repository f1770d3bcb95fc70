#include "harness/gpu_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace matmul {

std::string size_text(std::int64_t bytes) {
  constexpr double mebibyte = 1 << 20;
  const auto mebibytes = static_cast<double>(bytes) / mebibyte;
  return mebibytes < 1024 ? fmt::format("{:.1f} MiB", mebibytes) : fmt::format("{:.1f} GiB", mebibytes / 1024);
}

std::string free_memory_text(const std::vector<GpuFacts>& gpus) {
  std::vector<std::string> each;
  for (const GpuFacts& gpu : gpus) {
    if (gpu.is_hopper()) {
      each.push_back(fmt::format("GPU {} ({}) {}", gpu.index, gpu.name,
                                 gpu.free_bytes ? size_text(*gpu.free_bytes) : "none, it lets nobody in"));
    }
  }
  return fmt::format("{}", fmt::join(each, ", "));
}

GpuChoice choose_gpu(const std::vector<GpuFacts>& gpus, std::int64_t needed_bytes) {
  const auto free = [](const GpuFacts& gpu) { return gpu.is_hopper() ? gpu.free_bytes.value_or(-1) : -1; };
  const auto is_hopper = [](const GpuFacts& gpu) { return gpu.is_hopper(); };
  const auto first = std::find_if(gpus.begin(), gpus.end(), is_hopper);
  auto chosen = std::find_if(first, gpus.end(),
                             [&](const GpuFacts& gpu) { return free(gpu) >= needed_bytes + comfortable_extra_bytes; });
  if (chosen == gpus.end()) {
    chosen = std::max_element(first, gpus.end(),
                              [&](const auto& left, const auto& right) { return free(left) < free(right); });
    if (free(*chosen) < needed_bytes) {
      return {.index = std::nullopt,
              .reason = fmt::format("the matrices need {} of GPU memory, but free are: {}", size_text(needed_bytes),
                                    free_memory_text(gpus))};
    }
  }
  if (chosen == first) {
    return {.index = chosen->index, .reason = ""};
  }
  return {.index = chosen->index,
          .reason = fmt::format("the matrices need {} of GPU memory, and free are: {}", size_text(needed_bytes),
                                free_memory_text(gpus))};
}

std::string full_gpu_text(const std::vector<GpuFacts>& gpus, int current, std::int64_t bytes, bool narrowed) {
  const std::string full =
      fmt::format("GPU {} does not hold another {}; free are: {}", current, size_text(bytes), free_memory_text(gpus));
  const auto other = std::find_if(gpus.begin(), gpus.end(), [&](const GpuFacts& gpu) {
    return gpu.index != current && gpu.is_hopper() && gpu.free_bytes.value_or(0) >= bytes + comfortable_extra_bytes;
  });
  if (other == gpus.end()) {
    return full + "; choose a smaller problem, or wait until others have given memory back";
  }
  return full + (narrowed ? fmt::format("; put GPU {} of those visible first in CUDA_VISIBLE_DEVICES", other->index)
                          : fmt::format("; CUDA_VISIBLE_DEVICES={} takes the one with room", other->index));
}

}  // namespace matmul
