# What is compiled for the page: the runtime of ANTLR, from Debian's source package, which `./dev playground` unpacks
# beside the build (CLMM_ANTLR_SOURCES); headers of this machine that are the same on every one; and the tables of the
# models, as the preset release has written them.

set(CLMM_ANTLR_SOURCES ${CMAKE_BINARY_DIR}/../antlr4-cpp-runtime CACHE PATH "Debian's source package antlr4-cpp-runtime")
set(CLMM_MODEL_TABLES ${CMAKE_BINARY_DIR}/../release/model/compiled_models.cpp
  CACHE FILEPATH "compiled_models.cpp of a build for this machine")

file(GLOB_RECURSE sources ${CLMM_ANTLR_SOURCES}/runtime/src/*.cpp)
if(NOT sources)
  message(FATAL_ERROR "${CLMM_ANTLR_SOURCES} has no runtime/src: `./dev playground` puts it there")
endif()
list(FILTER sources EXCLUDE REGEX "/(ANTLRFileStream|InterpreterDataReader)\\.cpp$")  # a page has no files
set(ANTLR4_INCLUDE_DIR ${CLMM_ANTLR_SOURCES}/runtime/src)
add_library(antlr4_shared STATIC ${sources})  # as parser/ calls it
set_target_properties(antlr4_shared PROPERTIES CXX_STANDARD 14)  # all that Debian's 4.9 can be compiled as
target_compile_options(antlr4_shared PRIVATE -w)
target_include_directories(antlr4_shared SYSTEM PUBLIC ${ANTLR4_INCLUDE_DIR})

# /usr/include is where the compiler looks last: before its own headers it would hide them.
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
