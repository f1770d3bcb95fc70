# Says what this build holds and what it leaves out.
if(HOPPER_WITH_CUDA)
  message(STATUS "GPU programs: built for sm_90a with nvcc ${CMAKE_CUDA_COMPILER_VERSION}")
else()
  message(STATUS "GPU programs: left out, because no CUDA compiler (nvcc) was found; the emulator runs every kernel on the CPU")
endif()
