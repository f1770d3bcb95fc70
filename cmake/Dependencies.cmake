# What the project builds on. CUDA is optional: without nvcc the emulator alone is built.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS context)

# Hopper's own instructions (wgmma) exist for sm_90a alone.
set(CMAKE_CUDA_ARCHITECTURES 90a-real)
include(CheckLanguage)
check_language(CUDA)
set(HOPPER_WITH_CUDA OFF)
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  find_package(CUDAToolkit 12.3 REQUIRED)
  set(HOPPER_WITH_CUDA ON)
endif()
