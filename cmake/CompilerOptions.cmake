# One interface target that every target of the project links: C++20, warnings as errors on host and device.
add_library(hopper_options INTERFACE)
target_compile_features(hopper_options INTERFACE cxx_std_20)
set(host_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
target_compile_options(
  hopper_options
  INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>
            "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Werror>"
            $<$<COMPILE_LANGUAGE:CUDA>:--Werror=all-warnings>)
target_include_directories(hopper_options INTERFACE "${PROJECT_SOURCE_DIR}")
