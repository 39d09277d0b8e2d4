# Flags for every target of clmm, and where build products go.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

find_program(CLMM_CCACHE ccache)
mark_as_advanced(CLMM_CCACHE)
if(CLMM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/compile.sh ${CLMM_CCACHE})
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_CLANG_TIDY)
  include_directories(SYSTEM ${PROJECT_SOURCE_DIR}/cmake/clang14)
endif()

# What stops whoever finds a mistake of ours that writes where it must not: canaries, checked copies, tables of
# addresses that are read-only, known ends of indirect jumps. What sanitizers watch has their checks instead.
option(CLMM_HARDENED "Make memory errors hard to use in what is released" ON)
set(CLMM_HARDENING)
if(CLMM_HARDENED AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(CLMM_HARDENING -fstack-protector-strong -D_FORTIFY_SOURCE=2)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND CLMM_HARDENING -fcf-protection)
  endif()
  add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
endif()
add_compile_options(${CLMM_HARDENING})

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # It collects garbage less often: a tenth of the time to compile, for 100 MB.
  add_compile_options("SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=400000")
endif()

# Code that may become a part of shared objects (the Python module, a plug-in of a user), which calls its own functions
# directly all the same, since no other object replaces them.
set(CLMM_SHAREABLE -fPIC -fvisibility=hidden)
if(CLMM_PLAYGROUND)  # a page has no shared objects
  set(CLMM_SHAREABLE -fvisibility=hidden)
endif()
add_compile_options(${CLMM_SHAREABLE})

# Functions stand in sections of their own, so that the linker can place (cli/order.txt) or leave out each alone.
add_compile_options(-ffunction-sections)

# Warnings for code written by hand; generated code does not link this.
add_library(clmm_warnings INTERFACE)
target_compile_options(clmm_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align -Wimplicit-fallthrough -Wno-missing-field-initializers
  $<$<BOOL:${CLMM_WERROR}>:-Werror>)

# What code that is watched by sanitizers is compiled with, beside the flags of the build type.
set(CLMM_WATCHED_OPTIONS "" CACHE STRING "Options of code that the sanitizers watch")
set(CLMM_INSTRUMENTATION)
if(CLMM_SANITIZE)
  set(CLMM_INSTRUMENTATION ${CLMM_WATCHED_OPTIONS}
    -fsanitize=${CLMM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -U_FORTIFY_SOURCE -fno-stack-protector
    -D_GLIBCXX_ASSERTIONS)  # an index behind a vector's end may be inside of its memory
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 suspects its own std::string once a sanitizer's calls stand between.
    list(APPEND CLMM_INSTRUMENTATION -Wno-use-after-free)
  endif()
  # Addresses known at link time: of 1.7 million relocations at each start a program spent half of its time in.
  set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -no-pie")
  add_link_options(-fsanitize=${CLMM_SANITIZE})
endif()
# For programs of this size it takes a third of the time of GNU ld. For pages there is no other.
find_program(CLMM_LLD ld.lld)
mark_as_advanced(CLMM_LLD)
if(CLMM_LLD AND NOT CLMM_PLAYGROUND)
  add_link_options(-fuse-ld=lld)
endif()
if(CLMM_SANITIZE MATCHES "undefined")
  # A third of the time to compile, for what the address sanitizer stops at as well (null) and what only
  # the memory of kernels can get wrong (alignment; runtime-exec/ asks for it again).
  list(APPEND CLMM_INSTRUMENTATION -fno-sanitize=null,alignment)
  if(CLMM_FUZZ)  # what the preset asan watches under all tests costs runs here
    list(APPEND CLMM_INSTRUMENTATION -fno-sanitize=vptr,object-size)
  endif()
endif()
add_compile_options(${CLMM_INSTRUMENTATION})

# clmm_not_watched(TARGET): code that is not what sanitizers are for (generated, of tests alone). It is compiled
# as the preset release compiles it, so that the compiler cache has it from there.
function(clmm_not_watched target)
  get_target_property(options ${target} COMPILE_OPTIONS)
  if(CLMM_INSTRUMENTATION AND options)
    list(REMOVE_ITEM options ${CLMM_INSTRUMENTATION})
    set_target_properties(${target} PROPERTIES COMPILE_OPTIONS "${options}")
  endif()
endfunction()

if(CLMM_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
