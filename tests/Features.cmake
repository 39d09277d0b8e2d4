# What of the tests needs which library (cmake/Features.cmake). In a build without it they are
# skipped: a file of tests as one test.

# Patterns of files, by feature. A program of which no test is left is not built.
set(CLMM_TESTS_NEED_Z3
  unit/solver/ "unit/enumerator/(explanation|free_values|interruption)_test"
  "unit/report/(explanation|html)_test"
  "unit/runtime-exec/hardware/(harness_model|harness_types)_test"
  /tests/cross/ /tests/corpus/)
set(CLMM_TESTS_NEED_GRAPHVIZ unit/report/graph_test unit/cli/pictures_test)
set(CLMM_TESTS_NEED_WAVE
  unit/litmus/kernel_file_test execute/builtins_integer_test schedule/orders_test
  "hardware/(harness|placements)[a-z_]*_test")
set(CLMM_TESTS_NEED_SQLITE unit/runtime-exec/hardware/campaign_test)
set(CLMM_TESTS_NEED_OPENCL opencl_device_test)

# clmm_drop_tests(NAME label FILES): takes from the list FILES, of the program NAME, what this build cannot
# do; all of it where no test is left.
function(clmm_drop_tests name label files)
  set(kept ${${files}})
  foreach(feature IN LISTS CLMM_FEATURES)
    set(dropped)
    if(NOT CLMM_WITH_${feature})
      foreach(pattern IN LISTS CLMM_TESTS_NEED_${feature})
        set(matching ${kept})
        list(FILTER matching INCLUDE REGEX "${pattern}")
        list(APPEND dropped ${matching})
        list(FILTER kept EXCLUDE REGEX "${pattern}")
      endforeach()
    endif()
    list(FILTER dropped INCLUDE REGEX "_test\\.cpp$")
    foreach(file IN LISTS dropped)
      cmake_path(GET file STEM stem)
      clmm_skipped_test("${label}.${name}.${stem}" ${label} CLMM_WITH_${feature})
    endforeach()
  endforeach()
  set(tests ${kept})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(NOT tests)
    set(kept)
  endif()
  set(${files} ${kept} PARENT_SCOPE)
endfunction()
