# One interface target that every target of the project links: C++20, warnings as errors on host and device.
add_library(hopper_options INTERFACE)
target_compile_features(hopper_options INTERFACE cxx_std_20)
set(host_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
# The CUDA standard is a plain option, because not every CMake from 3.25 on knows how nvcc is told about C++20.
target_compile_options(
  hopper_options
  INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>
            $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>
            "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Werror>"
            $<$<COMPILE_LANGUAGE:CUDA>:--Werror=all-warnings>)
target_include_directories(hopper_options INTERFACE "${PROJECT_SOURCE_DIR}")
