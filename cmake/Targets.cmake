# clmm_library(NAME [PUBLIC folder...] [INNER room...] [PRIVATE folder-or-target...])
#
# The library of the folder NAME: target clmm_NAME, alias clmm::NAME, from src/ and its folders. Its
# own headers are include/; of other folders it sees the headers of those it names and of what those
# name PUBLIC. A word in PUBLIC or PRIVATE that is a folder of clmm means that folder's library;
# any other word in PRIVATE is a target of a third party, whose headers are system headers.
#
# A folder's inner/ are headers for its neighbours, rooms of one house: those that name it INNER see
# them, their users do not.
#
# A new source file needs no edit here.
function(clmm_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;INNER;PRIVATE")
  set(target clmm_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp)
  add_library(${target} STATIC ${sources})
  add_library(clmm::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

  target_include_directories(${target} PRIVATE src)
  if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/inner)
    target_include_directories(${target} PRIVATE inner)
  endif()
  foreach(room IN LISTS arg_INNER)
    get_target_property(folder clmm_${room} SOURCE_DIR)
    target_include_directories(${target} PRIVATE ${folder}/inner)
    target_link_libraries(${target} PRIVATE clmm_${room})
  endforeach()

  list(TRANSFORM arg_PUBLIC PREPEND clmm_)
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE $<BUILD_INTERFACE:clmm_warnings>)
  foreach(word IN LISTS arg_PRIVATE)
    if(TARGET clmm_${word})
      set(word clmm_${word})
    endif()
    target_link_libraries(${target} PRIVATE ${word})
  endforeach()

  set_property(GLOBAL APPEND PROPERTY CLMM_LIBRARIES ${target})
endfunction()

# GCC 12 takes what it inlines of strings that are moved, and of optionals in sequences that are sorted,
# for accesses beyond the object, or before it is set; 13 does not.
function(clmm_without_mistaken_warnings name)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(clmm_${name} PRIVATE -Wno-array-bounds -Wno-maybe-uninitialized
      -Wno-stringop-overflow)
  endif()
endfunction()
