# clmm_antlr(TARGET NAMESPACE namespace GRAMMARS file.g4...)
#
# An object library TARGET with the C++ that ANTLR generates from the grammars, with visitors and
# without listeners. File names tell the kind of grammar, as is ANTLR's own rule: FooLexer.g4 and
# FooParser.g4 are halves, any other Foo.g4 is both at once. Token files (*.tokens) beside a
# grammar, and FooLexer.g4 for FooParser.g4, are inputs of it.
#
# Generated code gets no warnings and the dialect that the runtime's headers were written for.
# Files are #included by bare name: #include "FooParser.h".

find_program(CLMM_ANTLR antlr4 REQUIRED)
mark_as_advanced(CLMM_ANTLR)

# The runtime's one big header without a part that clang rejects and that nothing here needs.
file(READ ${ANTLR4_INCLUDE_DIR}/antlr4-runtime.h header)
string(REPLACE "#include \"misc/InterpreterDataReader.h\"\n" "" header "${header}")
set(CLMM_ANTLR_HEADERS ${CMAKE_CURRENT_BINARY_DIR}/antlr_headers)
file(CONFIGURE OUTPUT ${CLMM_ANTLR_HEADERS}/antlr4-runtime.h CONTENT "${header}" @ONLY)

# The .cpp and .h files, without extension, that ANTLR writes for the grammar `stem`.
function(clmm_antlr_products stem out)
  if(stem MATCHES "Lexer$")
    set(${out} ${stem} PARENT_SCOPE)
  elseif(stem MATCHES "Parser$")
    set(${out} ${stem} ${stem}Visitor ${stem}BaseVisitor PARENT_SCOPE)
  else()
    set(${out} ${stem}Lexer ${stem}Parser ${stem}Visitor ${stem}BaseVisitor PARENT_SCOPE)
  endif()
endfunction()

# What besides itself the grammar depends on.
function(clmm_antlr_inputs grammar directory out)
  cmake_path(GET grammar PARENT_PATH folder)
  cmake_path(GET grammar STEM stem)
  file(GLOB inputs CONFIGURE_DEPENDS ${folder}/*.tokens)
  if(stem MATCHES "^(.*)Parser$" AND EXISTS ${folder}/${CMAKE_MATCH_1}Lexer.g4)
    list(APPEND inputs ${directory}/${CMAKE_MATCH_1}Lexer.tokens)
  endif()
  set(${out} ${inputs} PARENT_SCOPE)
endfunction()

function(clmm_antlr target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE" "GRAMMARS")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${target})
  set(sources)
  foreach(grammar IN LISTS arg_GRAMMARS)
    cmake_path(ABSOLUTE_PATH grammar)
    cmake_path(GET grammar PARENT_PATH folder)
    cmake_path(GET grammar STEM stem)
    clmm_antlr_products(${stem} products)
    clmm_antlr_inputs(${grammar} ${directory} inputs)
    list(TRANSFORM products PREPEND ${directory}/)
    list(TRANSFORM products APPEND .cpp OUTPUT_VARIABLE cpp)
    list(TRANSFORM products APPEND .h OUTPUT_VARIABLE headers)
    set(tokens)
    if(NOT stem MATCHES "Parser$")
      set(tokens ${directory}/${stem}.tokens)
    endif()
    add_custom_command(
      OUTPUT ${cpp} ${headers} ${tokens}
      COMMAND ${CLMM_ANTLR} -Dlanguage=Cpp -Werror -visitor -no-listener
              -package ${arg_NAMESPACE} -o ${directory} ${stem}.g4
      WORKING_DIRECTORY ${folder}
      DEPENDS ${grammar} ${inputs}
      COMMENT "ANTLR ${stem}.g4"
      VERBATIM)
    list(APPEND sources ${cpp} ${headers})
  endforeach()

  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_CLANG_TIDY "")
  target_compile_options(${target} PRIVATE -w)
  target_include_directories(${target} SYSTEM PUBLIC
    ${directory} ${CLMM_ANTLR_HEADERS} ${ANTLR4_INCLUDE_DIR})
endfunction()
