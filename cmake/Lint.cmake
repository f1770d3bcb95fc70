# `lint`: checks the format of every C++ and CUDA source file.
add_custom_target(
  lint
  COMMAND "${PROJECT_SOURCE_DIR}/tools/lint.sh"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  USES_TERMINAL VERBATIM)
