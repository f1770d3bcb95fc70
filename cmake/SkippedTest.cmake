# Registers a test that can't run in this build and reports itself as skipped, with the reason.
#
#   add_skipped_test(NAME LABEL REASON)
function(add_skipped_test name label reason)
  add_test(NAME ${name} COMMAND "${CMAKE_COMMAND}" -E echo "skipped: ${reason}")
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_REGULAR_EXPRESSION "^skipped:")
endfunction()
