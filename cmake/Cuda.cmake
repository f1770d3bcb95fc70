# Finds the CUDA compiler, or decides to do without; sets HOPPER_WITH_CUDA and HOPPER_CUDA_REASON.
set(HOPPER_CUDA AUTO CACHE STRING "Build for the GPU: AUTO (when nvcc is found), ON (nvcc is required) or OFF")
set_property(CACHE HOPPER_CUDA PROPERTY STRINGS AUTO ON OFF)
if(NOT HOPPER_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "HOPPER_CUDA is '${HOPPER_CUDA}'; it takes AUTO, ON or OFF.")
endif()

# mbarrier.try_wait with .relaxed needs PTX ISA 8.6: CUDA 12.6 has 8.5, CUDA 12.8 has 8.7.
set(minimum_cuda 12.8)

# Sets `result` to the nvcc that the user named or that lies in one of the usual places, else to an empty string.
function(find_nvcc result)
  set(nvcc "")
  if(DEFINED CACHE{CMAKE_CUDA_COMPILER})
    set(nvcc "$CACHE{CMAKE_CUDA_COMPILER}") # empty: the user asked for none
  elseif(NOT "$ENV{CUDACXX}" STREQUAL "")
    set(nvcc "$ENV{CUDACXX}")
  else()
    find_program(found_nvcc nvcc PATHS "$ENV{CUDA_PATH}" "$ENV{CUDA_HOME}" /usr/local/cuda PATH_SUFFIXES bin NO_CACHE)
    if(found_nvcc)
      set(nvcc "${found_nvcc}")
    endif()
  endif()
  set(${result} "${nvcc}" PARENT_SCOPE)
endfunction()

# Sets `result` to the CUDA release of `nvcc`, like 13.0; stops when it can't be run or is too old.
function(check_nvcc nvcc result)
  execute_process(COMMAND "${nvcc}" --version RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0 OR NOT output MATCHES "release ([0-9]+\\.[0-9]+)")
    message(FATAL_ERROR "'${nvcc}' does not answer '--version' as nvcc does: ${status}\n${output}\n"
                        "Name another with CUDACXX or -DCMAKE_CUDA_COMPILER=PATH, or leave the GPU out with -DHOPPER_CUDA=OFF.")
  endif()
  set(release "${CMAKE_MATCH_1}")
  if(release VERSION_LESS minimum_cuda)
    message(FATAL_ERROR "${nvcc} is of CUDA ${release}; the kernels need CUDA ${minimum_cuda} or newer. Install a newer "
                        "toolkit, name another nvcc with CUDACXX or -DCMAKE_CUDA_COMPILER=PATH, or leave the GPU out with "
                        "-DHOPPER_CUDA=OFF.")
  endif()
  set(${result} "${release}" PARENT_SCOPE)
endfunction()

set(HOPPER_WITH_CUDA OFF)
if(HOPPER_CUDA STREQUAL "OFF")
  set(HOPPER_CUDA_REASON "HOPPER_CUDA is OFF")
  return()
endif()
find_nvcc(nvcc)
if(NOT nvcc)
  if(HOPPER_CUDA STREQUAL "ON")
    message(FATAL_ERROR "HOPPER_CUDA is ON, but no CUDA compiler was found. Put nvcc on the PATH, name it with CUDACXX or "
                        "-DCMAKE_CUDA_COMPILER=PATH, or leave the GPU out with -DHOPPER_CUDA=OFF.")
  endif()
  set(HOPPER_CUDA_REASON "no CUDA compiler (nvcc) was found")
  return()
endif()
check_nvcc("${nvcc}" HOPPER_CUDA_RELEASE)

# Hopper's own instructions (wgmma) exist for sm_90a alone.
set(CMAKE_CUDA_ARCHITECTURES 90a-real)
if(NOT DEFINED CACHE{CMAKE_CUDA_COMPILER})
  set(CMAKE_CUDA_COMPILER "${nvcc}")
endif()
enable_language(CUDA)
find_package(CUDAToolkit ${minimum_cuda} REQUIRED)
set(HOPPER_WITH_CUDA ON)
