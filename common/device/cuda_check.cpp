#include "device/cuda_check.hpp"

#include <fmt/format.h>

#include "device/watchdog.hpp"
#include "errors.hpp"

namespace matmul {

std::string cuda_advice(cudaError_t error) {
  switch (error) {
    // What keeps CUDA from starting.
    case cudaErrorNoDevice:
      return "no NVIDIA GPU is visible to CUDA; check nvidia-smi and CUDA_VISIBLE_DEVICES, and in a container that the "
             "GPU is passed in";
    case cudaErrorInsufficientDriver:
      return fmt::format(
          "the NVIDIA driver is missing or older than this program's CUDA {}.{}; update the driver, or build with an "
          "older toolkit",
          CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    case cudaErrorSystemNotReady:
      return "the driver is there, but the machine is not ready for CUDA: on machines whose GPUs are joined by "
             "NVSwitch "
             "(HGX, DGX) NVIDIA's fabric manager is not running, or not of the driver's version; see systemctl status "
             "nvidia-fabricmanager";
    case cudaErrorSystemDriverMismatch:
      return "the kernel's NVIDIA module and the driver's library libcuda.so.1 are of different versions, as after an "
             "update of the driver: reboot, or reload the module; in a container, mount the host's library";
    case cudaErrorCompatNotSupportedOnDevice:
      return "a forward compatibility libcuda.so.1 (package cuda-compat) is loaded, which this GPU or its driver does "
             "not "
             "support; take it off LD_LIBRARY_PATH, or update the driver itself";
    case cudaErrorStubLibrary:
      return "the libcuda.so.1 that was loaded is the toolkit's stub, which is only there to link with; take the "
             "folder "
             "\"stubs\" off LD_LIBRARY_PATH, so that the driver's own library is found";
    case cudaErrorInitializationError:
      return "CUDA could not be initialised; check that nvidia-smi lists the GPU and that this user may open "
             "/dev/nvidia*";
    case cudaErrorOperatingSystem:
      return "the operating system refused something to the driver; check that this user may open /dev/nvidia* and "
             "that "
             "the module nvidia_uvm is loaded (nvidia-modprobe -u)";
    case cudaErrorMpsConnectionFailed:
    case cudaErrorMpsServerNotReady:
      return "the CUDA Multi-Process Service (MPS) does not answer; start nvidia-cuda-mps-control, or unset "
             "CUDA_MPS_PIPE_DIRECTORY";
    case cudaErrorUnknown:
      return "the driver failed without saying why; look for NVRM and Xid in dmesg, check that the module nvidia_uvm "
             "is "
             "loaded (nvidia-modprobe -u), and reboot after an update of the driver";
    // What keeps a program from a GPU.
    case cudaErrorDevicesUnavailable:
      return "the GPU is busy or lets nobody else in (nvidia-smi -q -d COMPUTE shows its compute mode); wait, or "
             "choose "
             "another with CUDA_VISIBLE_DEVICES";
    case cudaErrorMemoryAllocation:
      return "the GPU's memory does not suffice; choose a smaller problem, or another GPU with CUDA_VISIBLE_DEVICES";
    case cudaErrorECCUncorrectable:
      return "the GPU's memory has an error that it can't correct; reset the GPU (nvidia-smi -r) or have it looked at";
    // What goes wrong in a kernel.
    case cudaErrorNoKernelImageForDevice:
      return "these kernels are built for sm_90a and run on Hopper GPUs (H100, H200, GH200) alone; run with --device "
             "cpu";
    case cudaErrorIllegalInstruction:
      return "an instruction that this GPU does not have; the kernels need a Hopper GPU and a build for sm_90a";
    case cudaErrorLaunchFailure:
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
      return "the kernel itself is wrong; run it in the emulator (--device cpu), which says where";
    case cudaErrorLaunchTimeout: return "the display watchdog stopped the kernel; use a GPU that drives no display";
    default: return "see the CUDA Runtime API documentation, section \"Error Handling\"";
  }
}

std::string explain_cuda_error(cudaError_t error, const char* call, const char* file, int line) {
  std::string message = fmt::format("{} failed with {} ({}), at {}:{}: {}", call, cudaGetErrorName(error),
                                    cudaGetErrorString(error), file, line, cuda_advice(error));
  if (const auto timed_out = watchdog_message()) {
    message += "\n" + *timed_out;
  }
  return message;
}

void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) {
    throw DeviceError(explain_cuda_error(error, call, file, line));
  }
}

}  // namespace matmul
