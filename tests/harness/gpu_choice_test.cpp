// Which of several GPUs a run takes, and what it says when none has room.
#include "harness/gpu_choice.hpp"

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "harness/pci_bus.hpp"

namespace {

using matmul::choose_gpu;
using matmul::GpuChoice;
using matmul::GpuFacts;
using matmul_tests::contains;

constexpr std::int64_t gibibyte = std::int64_t{1} << 30;

GpuFacts h200(int index, std::optional<std::int64_t> free_bytes) {
  return {.index = index, .name = "NVIDIA H200", .compute_major = 9, .compute_minor = 0, .free_bytes = free_bytes};
}

GpuFacts a100(int index) {
  return {.index = index, .name = "NVIDIA A100", .compute_major = 8, .compute_minor = 0, .free_bytes = std::nullopt};
}

}  // namespace

TEST_CASE("The first Hopper GPU with room is taken, whatever room others have") {
  const GpuChoice choice = choose_gpu({h200(0, 10 * gibibyte), h200(1, 100 * gibibyte)}, gibibyte);
  CHECK(choice.index == 0);
  CHECK(choice.reason.empty());
}

TEST_CASE("A GPU that is no Hopper one is passed over without a word") {
  const GpuChoice choice = choose_gpu({a100(0), h200(1, 10 * gibibyte)}, gibibyte);
  CHECK(choice.index == 1);
  CHECK(choice.reason.empty());
}

TEST_CASE("A full GPU, or one that lets nobody in, is passed over, and the choice says why") {
  const GpuChoice beside_full = choose_gpu({h200(0, gibibyte / 2), h200(1, 100 * gibibyte)}, gibibyte);
  CHECK(beside_full.index == 1);
  CHECK_THAT(beside_full.reason,
             contains("need 1.0 GiB") && contains("GPU 0 (NVIDIA H200) 512.0 MiB, GPU 1 (NVIDIA H200) 100.0 GiB"));
  const GpuChoice beside_closed = choose_gpu({h200(0, std::nullopt), h200(1, 100 * gibibyte)}, gibibyte);
  CHECK(beside_closed.index == 1);
  CHECK_THAT(beside_closed.reason, contains("GPU 0 (NVIDIA H200) none, it lets nobody in"));
}

TEST_CASE("Where no GPU has comfortable room, the roomiest that holds the matrices is taken") {
  CHECK(choose_gpu({h200(0, gibibyte), h200(1, gibibyte + 1), h200(2, gibibyte)}, gibibyte).index == 1);
  CHECK(choose_gpu({h200(0, gibibyte)}, gibibyte).index == 0);
  CHECK(choose_gpu({h200(0, gibibyte)}, gibibyte).reason.empty());
}

TEST_CASE("Where no GPU holds the matrices, none is taken, and the reason lists what is free") {
  for (const std::vector<GpuFacts>& gpus :
       {std::vector<GpuFacts>{h200(0, gibibyte - 1), a100(1)}, {h200(0, std::nullopt), h200(2, 5)}}) {
    const GpuChoice choice = choose_gpu(gpus, gibibyte);
    CHECK_FALSE(choice.index);
    CHECK_THAT(choice.reason, contains("need 1.0 GiB") && contains("GPU 0 (NVIDIA H200)") && !contains("A100"));
  }
}

TEST_CASE("A failed allocation is explained by what is free, and advises a GPU with room if there is one") {
  const std::vector<GpuFacts> gpus = {h200(0, gibibyte / 4), h200(1, 100 * gibibyte)};
  CHECK_THAT(matmul::full_gpu_text(gpus, 0, gibibyte, false), contains("GPU 0 does not hold another 1.0 GiB") &&
                                                                  contains("GPU 0 (NVIDIA H200) 256.0 MiB") &&
                                                                  contains("CUDA_VISIBLE_DEVICES=1 "));
  CHECK_THAT(matmul::full_gpu_text(gpus, 0, gibibyte, true),
             contains("put GPU 1 of those visible first in CUDA_VISIBLE_DEVICES"));
  CHECK_THAT(matmul::full_gpu_text(gpus, 0, 200 * gibibyte, false),
             contains("choose a smaller problem") && !contains("CUDA_VISIBLE_DEVICES"));
  CHECK_THAT(matmul::full_gpu_text({h200(0, 0)}, 0, gibibyte, false), contains("choose a smaller problem"));
}

TEST_CASE("An NVIDIA GPU is known by its vendor and class on the PCI bus") {
  const std::filesystem::path bus = std::filesystem::temp_directory_path() / "hopper_pci_bus_test";
  const auto plug_in = [&](const char* address, const char* vendor, const char* device_class) {
    std::filesystem::create_directories(bus / address);
    std::ofstream(bus / address / "vendor") << vendor << '\n';
    std::ofstream(bus / address / "class") << device_class << '\n';
  };
  std::filesystem::remove_all(bus);
  CHECK_FALSE(matmul::has_nvidia_gpu(bus.string()));
  plug_in("0000:00:02.0", "0x8086", "0x030000");  // another maker's
  plug_in("0000:1b:00.1", "0x10de", "0x040300");  // an NVIDIA sound device
  CHECK_FALSE(matmul::has_nvidia_gpu(bus.string()));
  plug_in("0000:1b:00.0", "0x10de", "0x030200");
  CHECK(matmul::has_nvidia_gpu(bus.string()));
  std::filesystem::remove_all(bus);
}
