# What can't work is refused here, before project(): nothing has been generated yet, so the tracked Makefile stays.
file(REAL_PATH "${CMAKE_SOURCE_DIR}" source_folder)
file(REAL_PATH "${CMAKE_BINARY_DIR}" build_folder)

if(source_folder STREQUAL build_folder)
  message(FATAL_ERROR "The sources' own folder can't be the build folder: CMake would overwrite the Makefile there. Remove "
                      "what CMake may have left, with 'rm -rf CMakeCache.txt CMakeFiles', then run 'cmake -B build' or 'make'.")
endif()

# Each of these was seen to break nvcc, CMake or Ninja; blanks and letters of any alphabet are fine.
foreach(folder IN ITEMS "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  if(folder MATCHES "['\"$,;#`|\\]")
    message(FATAL_ERROR "The path '${folder}' holds the character ${CMAKE_MATCH_0} , which nvcc, CMake or Ninja can't take; "
                        "move to a folder whose path has none of ' \" $ , ; # ` | and \\ .")
  endif()
endforeach()
