#include "errors.hpp"
#include "lab_gpu.hpp"

namespace matmul {

GpuLabOutcome run_lab_on_gpu(const Lab&, bool, const GpuLabOptions&) {
  throw DeviceError(
      "--device gpu: this program was built without CUDA (no nvcc was found then); --device cpu runs the lab in the "
      "emulator");
}

}  // namespace matmul
