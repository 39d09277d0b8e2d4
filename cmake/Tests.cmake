# Helpers for tests/. Every ctest has a label, the name of its layer, so that `ctest -L unit` and
# the like select layers.

find_package(GTest REQUIRED)
include(GoogleTest)
include(${PROJECT_SOURCE_DIR}/tests/Features.cmake)

# GoogleTest's macros shadow names that their arguments use, and expand to an if.
add_library(clmm_gtest_warnings INTERFACE)
target_compile_options(clmm_gtest_warnings INTERFACE -Wno-shadow -Wno-dangling-else)

# Seconds after which a test fails; instrumented programs get more.
set(CLMM_TEST_TIMEOUT 300)
if(CLMM_SANITIZE OR CLMM_COVERAGE)
  set(CLMM_TEST_TIMEOUT 900)
endif()

# What tests of an instrumented build run under.
set(CLMM_TEST_ENVIRONMENT
  "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0")

# What tests' own code is compiled with: to call the code under test it need not be fast, and the
# address sanitizer is not to watch it. (That of threads has to see both sides.)
function(clmm_test_options name optimised)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CLMM_SANITIZE MATCHES "thread" AND NOT optimised)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  if(CLMM_SANITIZE MATCHES "address")
    clmm_not_watched(${name})
  endif()
endfunction()

# clmm_gtest(NAME LABEL label FILES file... LIBRARIES target... [DEFINITIONS NAME=value...]
#            [OPTIMISED])
# OPTIMISED: the tests themselves compute much. No such target is made where all of the files need what
# this build has not.
function(clmm_gtest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIMISED" "LABEL" "FILES;LIBRARIES;DEFINITIONS")
  clmm_drop_tests(${name} ${arg_LABEL} arg_FILES)
  if(NOT arg_FILES)
    return()
  endif()
  add_executable(${name} ${arg_FILES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
  target_link_libraries(${name} PRIVATE
    ${arg_LIBRARIES} clmm_warnings clmm_gtest_warnings GTest::gtest_main)
  clmm_test_options(${name} ${arg_OPTIMISED})
  set_property(GLOBAL APPEND PROPERTY CLMM_GTESTS ${name})
  if(CLMM_SANITIZE MATCHES "address")
    clmm_gtest_shards(${name} ${arg_LABEL})
    return()
  endif()
  gtest_discover_tests(${name}
    TEST_PREFIX ${arg_LABEL}.
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${CLMM_TEST_TIMEOUT}
      ENVIRONMENT "${CLMM_TEST_ENVIRONMENT}")
endfunction()

# Tests that run the same code many times: a search that is interrupted a thousand times, a thousand
# random executions, all repairs against an enumeration, the same examples that golden tests explain, searches
# of whole spaces of programs, the same derivations of longer structures. They show nothing new to the sanitizers, and run whole in the other builds.
set(CLMM_REPETITIVE_TESTS
  *Interruption.* *RacesModel.* RepairAgainstNaive.* ExhaustiveTest.ReductionLosesNoOutcome
  OpenCL/Examples.*
  Structures/Derivations.OfFindingsUnderShippedModelsFollowStepByStep/1
  Structures/Derivations.OfFindingsUnderShippedModelsFollowStepByStep/2
  BitPattern.IsWhatTwoOperatorsMakeOfALeaf SolverOperators.AgreeWithTheLanguage
  Sweep.JudgedExecutionsAgreeWithAnEngine Sweep.JudgedExecutionsAgreeWithAnEngineOnMoreOperations
  Sweep.JudgedExecutionsAgreeWithAnEngineOnBrokenOnes Sweep.ShardsAreAllThereIs
  Sweep.JobsChangeNothing Separate.FindsWhatANaiveSearchFinds Separate.ListingAgreesWithAnEngine
  LoadShipped.TruncationOfLongFiles ShippedTables.AreNotTakenForOtherSettings
  Evaluator.EqualsTheNaiveOneOnRandomPrograms Evaluator.ChecksAndFindingsAgreeWithTheNaiveOne
  FreeValues.AreListedAsTheyAre States.AMillionAreWrittenAsTheyCome
  Models/Told.*/0 Models/Told.*/2 Models/Told.*/3
  Structures/Reasons.*/1 Structures/Reasons.*/2 Structures/Reasons.*/3 HarnessModel.AllowsWhat*
  Structures/Derivations.OfRandomPrograms*/1 Structures/Derivations.OfRandomPrograms*/2
  Seeds/RandomPrograms.*/1 Seeds/RandomPrograms.*/2 Seeds/RandomPrograms.*/3 Seeds/RandomPrograms.*/4 Seeds/RandomPrograms.*/5 Seeds/RandomPrograms.*/6
  Seeds/RandomPrograms.*/7 Seeds/RandomPrograms.*/8 Seeds/RandomPrograms.*/9)
list(JOIN CLMM_REPETITIVE_TESTS ":" CLMM_REPETITIVE_TESTS)

# clmm_gtest_shards(NAME label): the tests of a program in four processes. One for each test would
# spend most of its time on the start of an instrumented program.
function(clmm_gtest_shards name label)
  foreach(shard RANGE 3)
    add_test(NAME ${label}.${name}.${shard} COMMAND ${name} --gtest_filter=-${CLMM_REPETITIVE_TESTS})
    set_tests_properties(${label}.${name}.${shard} PROPERTIES
      LABELS ${label}
      TIMEOUT ${CLMM_TEST_TIMEOUT}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${shard};${CLMM_TEST_ENVIRONMENT}")
  endforeach()
endfunction()

# clmm_skipped_test(NAME label missing): a test that this build cannot do stays in the list, as skipped.
function(clmm_skipped_test name label missing)
  add_test(NAME "${name}" COMMAND ${CMAKE_COMMAND} -E echo "Skipped: built without ${missing}")
  set_tests_properties("${name}" PROPERTIES
    LABELS ${label} SKIP_REGULAR_EXPRESSION "^Skipped: built without")
endfunction()

# clmm_script_test(NAME LABEL label COMMAND word... [TIMEOUT seconds] [NEEDS feature...]): a test that
# runs a program, which needs features (Features.cmake); exit code 77 means that it was skipped. It
# finds the binary under test in $CLMM.
function(clmm_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "COMMAND;NEEDS")
  clmm_missing(missing ${arg_NEEDS})
  if(missing)
    clmm_skipped_test("${name}" ${arg_LABEL} "${missing}")
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${CLMM_TEST_TIMEOUT})
  endif()
  add_test(NAME "${name}" COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties("${name}" PROPERTIES
    LABELS ${arg_LABEL}
    TIMEOUT ${arg_TIMEOUT}
    COST 20  # many commands each: first, so that none is left alone at the end
    SKIP_RETURN_CODE 77
    ENVIRONMENT "CLMM=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/clmm;${CLMM_TEST_ENVIRONMENT}")
endfunction()
