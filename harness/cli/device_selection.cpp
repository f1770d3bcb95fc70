#include "harness/cli/device_selection.hpp"

#include <fmt/format.h>

#include "errors.hpp"

namespace matmul {
namespace {

constexpr const char* built_without_cuda = "this program was built without CUDA (no nvcc was found then)";
constexpr const char* built_without_emulator = "this program was built without the emulator";

GpuDeviceSearch search_gpu(const Program& program) {
  return program.gpu ? program.gpu->open() : GpuDeviceSearch{.device = nullptr, .reason = built_without_cuda};
}

SelectedDevice open_cpu(const Program& program, const Options& options, std::string reason) {
  const EmulationOptions emulation{.policy = options.policy.value_or(CompletionPolicy::random),
                                   .seed = options.seed,
                                   .host_threads = options.threads.value_or(0),
                                   .record_events = options.events_file.has_value()};
  return {.device = program.cpu->open(emulation), .version = program.cpu->version, .reason = std::move(reason)};
}

SelectedDevice select_gpu(const Program& program, const Options& options) {
  GpuDeviceSearch search = search_gpu(program);
  if (!search.device) {
    const char* instead = program.cpu ? "; --device cpu runs the same kernel in the emulator" : "";
    throw DeviceError(
        fmt::format("a GPU is needed, because {}, but {}{}", options.device_reason, search.reason, instead));
  }
  return {.device = std::move(search.device), .version = program.gpu->version, .reason = options.device_reason};
}

SelectedDevice select_cpu(const Program& program, const Options& options) {
  if (!program.cpu) {
    throw DeviceError(
        fmt::format("the emulator is needed, because {}, but {}", options.device_reason, built_without_emulator));
  }
  return open_cpu(program, options, options.device_reason);
}

}  // namespace

SelectedDevice select_device(const Program& program, const Options& options) {
  switch (options.device) {
    case DeviceChoice::gpu: return select_gpu(program, options);
    case DeviceChoice::cpu: return select_cpu(program, options);
    case DeviceChoice::automatic: break;
  }
  GpuDeviceSearch search = search_gpu(program);
  if (search.device) {
    return {.device = std::move(search.device), .version = program.gpu->version, .reason = "it is a Hopper GPU"};
  }
  if (!program.cpu) {
    throw DeviceError(fmt::format("there is nothing to run on: {}, and {}", search.reason, built_without_emulator));
  }
  return open_cpu(program, options, search.reason);
}

}  // namespace matmul
