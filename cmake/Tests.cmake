# Helpers for tests/. Every ctest has a label, the name of its layer, so that `ctest -L unit` and
# the like select layers.

find_package(GTest REQUIRED)
include(GoogleTest)

# GoogleTest's macros shadow names that their arguments use, and expand to an if.
add_library(clmm_gtest_warnings INTERFACE)
target_compile_options(clmm_gtest_warnings INTERFACE -Wno-shadow -Wno-dangling-else)

# Seconds after which a test fails; instrumented programs get more.
set(CLMM_TEST_TIMEOUT 120)
if(CLMM_SANITIZE OR CLMM_COVERAGE)
  set(CLMM_TEST_TIMEOUT 600)
endif()

# What tests of an instrumented build run under.
set(CLMM_TEST_ENVIRONMENT
  "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0")

# clmm_gtest(NAME LABEL label FILES file... LIBRARIES target... [DEFINITIONS NAME=value...])
function(clmm_gtest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "FILES;LIBRARIES;DEFINITIONS")
  add_executable(${name} ${arg_FILES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
  target_link_libraries(${name} PRIVATE
    ${arg_LIBRARIES} clmm_warnings clmm_gtest_warnings GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY CLMM_GTESTS ${name})
  gtest_discover_tests(${name}
    TEST_PREFIX ${arg_LABEL}.
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${CLMM_TEST_TIMEOUT}
      ENVIRONMENT "${CLMM_TEST_ENVIRONMENT}")
endfunction()

# clmm_script_test(NAME LABEL label COMMAND word... [TIMEOUT seconds]): a test that runs a
# program; exit code 77 means that it was skipped. It finds the binary under test in $CLMM.
function(clmm_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "COMMAND")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${CLMM_TEST_TIMEOUT})
  endif()
  add_test(NAME "${name}" COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties("${name}" PROPERTIES
    LABELS ${arg_LABEL}
    TIMEOUT ${arg_TIMEOUT}
    SKIP_RETURN_CODE 77
    ENVIRONMENT "CLMM=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/clmm;${CLMM_TEST_ENVIRONMENT}")
endfunction()
