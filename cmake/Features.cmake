# Libraries that a build can do without. What needs a missing one says so (E-BUILT-WITHOUT), and the
# tests that need it are skipped.

option(CLMM_WITH_Z3 "The SMT engine" ON)
option(CLMM_WITH_GRAPHVIZ "Pictures of executions" ON)
option(CLMM_WITH_WAVE "The preprocessor of OpenCL C, by Boost.Wave" ON)
option(CLMM_WITH_SQLITE "Databases of clmm run" ON)
option(CLMM_WITH_OPENCL "OpenCL devices" ON)
set(CLMM_FEATURES Z3 GRAPHVIZ WAVE SQLITE OPENCL)

# clmm_feature_definitions(OUT): CLMM_WITH_Z3=1 and so on.
function(clmm_feature_definitions out)
  set(definitions)
  foreach(feature IN LISTS CLMM_FEATURES)
    list(APPEND definitions CLMM_WITH_${feature}=$<BOOL:${CLMM_WITH_${feature}}>)
  endforeach()
  set(${out} ${definitions} PARENT_SCOPE)
endfunction()

# clmm_optional_sources(TARGET FEATURE pattern...): the target's sources that match are left out where the
# feature is, and absent/FEATURE.cpp (in small letters) of its folder, which says so, takes their place.
function(clmm_optional_sources target feature)
  if(CLMM_WITH_${feature})
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(pattern IN LISTS ARGN)
    list(FILTER sources EXCLUDE REGEX "${pattern}")
  endforeach()
  string(TOLOWER ${feature} name)
  list(APPEND sources ${CMAKE_CURRENT_SOURCE_DIR}/absent/${name}.cpp)
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

# clmm_missing(OUT FEATURE...): those of these that are not there, as text: `CLMM_WITH_Z3, CLMM_WITH_WAVE`.
function(clmm_missing out)
  set(missing)
  foreach(feature IN LISTS ARGN)
    if(NOT CLMM_WITH_${feature})
      list(APPEND missing CLMM_WITH_${feature})
    endif()
  endforeach()
  list(JOIN missing ", " missing)
  set(${out} "${missing}" PARENT_SCOPE)
endfunction()
