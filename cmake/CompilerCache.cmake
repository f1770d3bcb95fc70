# Compiles through ccache where it is installed, unless the user named a launcher.
find_program(HOPPER_CCACHE ccache)
if(HOPPER_CCACHE)
  foreach(language IN ITEMS CXX CUDA)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${HOPPER_CCACHE}")
    endif()
  endforeach()
endif()
