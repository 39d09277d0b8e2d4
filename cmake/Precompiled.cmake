# The standard headers, parsed once for all targets instead of once for each group of files. Only
# where files are compiled in groups: a file that is compiled by itself shows that it includes what
# it needs.

set(standard
  <algorithm> <array> <cstdint> <deque> <functional> <limits> <map> <memory> <numeric> <optional>
  <set> <span> <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector>)

# clmm_precompiled(NAME HEADERS header... [OPTIONS option...] TARGETS target...): headers for targets
# that are compiled with the same OPTIONS.
function(clmm_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;OPTIONS;TARGETS")
  set(source ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT ${source})
  # -Wpedantic changes what is predefined.
  target_link_libraries(${name} PRIVATE clmm_warnings)
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  foreach(target IN LISTS arg_TARGETS)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endforeach()
endfunction()

# clmm_own_options(TARGET OUT): what a target is compiled with beside what all of this preset are.
function(clmm_own_options target out)
  get_target_property(options ${target} COMPILE_OPTIONS)
  if(NOT options)
    set(options)
  endif()
  list(REMOVE_ITEM options ${CLMM_HARDENING} ${CLMM_SHAREABLE} ${CLMM_INSTRUMENTATION})
  list(FILTER options EXCLUDE REGEX "^-W")  # what is warned of differs from file to file
  set(${out} ${options} PARENT_SCOPE)
endfunction()

# Those that a folder compiles with options of its own have headers of their own, called as the last one.
set(kinds)
get_property(libraries GLOBAL PROPERTY CLMM_LIBRARIES)
list(REVERSE libraries)
foreach(target IN LISTS libraries ITEMS clmm_cli clmm_model_compiler)
  clmm_own_options(${target} options)
  string(MAKE_C_IDENTIFIER "kind${options}" kind)
  if(NOT kind IN_LIST kinds)
    list(APPEND kinds ${kind})
    set(name_of_${kind} ${target}_precompiled)
    set(options_of_${kind} ${options})
  endif()
  list(APPEND targets_of_${kind} ${target})
endforeach()
set(name_of_kind clmm_precompiled)
foreach(kind IN LISTS kinds)
  clmm_precompiled(${name_of_${kind}} HEADERS ${standard}
    OPTIONS ${options_of_${kind}} TARGETS ${targets_of_${kind}})
endforeach()

get_property(tests GLOBAL PROPERTY CLMM_GTESTS)
set(kinds)
foreach(test IN LISTS tests)
  clmm_own_options(${test} options)
  string(MAKE_C_IDENTIFIER "clmm_tests_precompiled${options}" kind)
  list(APPEND kinds ${kind})
  set(options_of_${kind} ${options})
  list(APPEND tests_of_${kind} ${test})
endforeach()
list(REMOVE_DUPLICATES kinds)
foreach(kind IN LISTS kinds)
  clmm_precompiled(${kind} HEADERS ${standard} <gtest/gtest.h>
    OPTIONS -DGTEST_HAS_PTHREAD=1 ${options_of_${kind}} TARGETS ${tests_of_${kind}})  # as GTest::gtest has it
  if(CLMM_SANITIZE MATCHES "address")
    clmm_not_watched(${kind})
  endif()
endforeach()
