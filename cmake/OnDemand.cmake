# C libraries that clmm opens when it first needs one (CLMM_STATIC), in place of being linked with them:
# whatever is linked is loaded and relocated at each start, which takes longer than a small test. A target
# then has a function of its own for each of the library's. It jumps to the library's, which
# clmm::open_library() (clmm/base/on_demand_library.h) finds.

# clmm_open_on_demand(TARGET FEATURE NAMESPACE namespace PREFIX regex LIBRARY file [WITH file...]):
# defines open_FEATURE(), which TARGET's src/open_FEATURE.h declares in the namespace. PREFIX is what the
# names of functions that are needed begin with, WITH are libraries that LIBRARY brings along. Without
# CLMM_STATIC the function has nothing to do.
function(clmm_open_on_demand target feature)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "NAMESPACE;PREFIX;LIBRARY" "WITH")
  set(NAMESPACE ${arg_NAMESPACE})
  set(FEATURE ${feature})
  set(LIBRARY ${arg_LIBRARY})
  set(template linked)
  if(CLMM_STATIC)
    set(template on_demand)
    clmm_shared_object_name(${LIBRARY} NAME)
    clmm_exported_functions("${arg_PREFIX}" functions ${LIBRARY} ${arg_WITH})
    clmm_trampolines(clmm_${feature}_functions TRAMPOLINES ${functions})
    list(LENGTH functions COUNT)
    list(JOIN functions "\\0\"\n    \"" FUNCTIONS)
    target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/open_${feature}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${template}.cpp.in ${source} @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()

# What the loader finds the library by: libz3.so.4.
function(clmm_shared_object_name library out)
  execute_process(COMMAND ${CMAKE_READELF} -d ${library}
    OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  if(NOT dynamic MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")
    message(FATAL_ERROR "${library} has no name to be opened by; configure with -DCLMM_STATIC=OFF")
  endif()
  set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# clmm_exported_functions(PREFIX OUT library...)
function(clmm_exported_functions prefix out)
  set(functions)
  foreach(library IN LISTS ARGN)
    execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${library}
      OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL " T (${prefix})[A-Za-z0-9_]*" found "${symbols}")
    list(TRANSFORM found REPLACE "^ T " "")
    list(APPEND functions ${found})
  endforeach()
  list(SORT functions)
  list(REMOVE_DUPLICATES functions)
  if(NOT functions)
    message(FATAL_ERROR "nothing in ${ARGN} begins with ${prefix}")
  endif()
  set(${out} ${functions} PARENT_SCOPE)
endfunction()

# clmm_trampolines(TABLE OUT function...): assembly in which each function jumps to its entry of TABLE.
# Arguments and results pass through, whatever they are.
function(clmm_trampolines table out)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(jump "jmp *${table}+@offset@(%rip)")
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    string(CONCAT jump "adrp x16, ${table}+@offset@\\n"
      "ldr x16, [x16, #:lo12:${table}+@offset@]\\nbr x16")
  else()
    message(FATAL_ERROR "no libraries on demand for ${CMAKE_SYSTEM_PROCESSOR}: -DCLMM_STATIC=OFF")
  endif()
  set(text)
  set(offset 0)
  foreach(function IN LISTS ARGN)
    string(REPLACE "@offset@" ${offset} body "${jump}")
    string(APPEND text "    \".globl ${function}\\n.type ${function}, %function\\n${function}: ${body}\\n\"\n")
    math(EXPR offset "${offset} + 8")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()
