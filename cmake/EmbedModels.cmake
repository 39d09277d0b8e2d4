# clmm_embed_models(TARGET name...): cat/NAME for each name, embedded into TARGET as the table
# that src/compile/embedded_models.h declares, and installed as data.
function(clmm_embed_models target)
  list(SORT ARGN)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/cat/ OUTPUT_VARIABLE files)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_models.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_models.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFILES=${files}" -P ${script}
    DEPENDS ${files} ${script}
    COMMENT "Embedding the memory models"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
  install(FILES ${files} DESTINATION ${CMAKE_INSTALL_DATADIR}/clmm/cat)
endfunction()

# clmm_compile_models(TARGET COMPILER): the objects of COMPILER become a part of TARGET, and with them the
# shipped models as model/tables, which is built of the same, compiles them.
function(clmm_compile_models target compiler)
  get_target_property(sources ${target} SOURCES)
  get_target_property(own ${compiler} SOURCES)
  list(REMOVE_ITEM sources ${own})
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${compiler}>)

  add_executable(clmm_model_tables tables/main.cpp $<TARGET_OBJECTS:${compiler}>)
  target_link_libraries(clmm_model_tables PRIVATE ${compiler} clmm_parser clmm_targets clmm_warnings)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/compiled_models.cpp)
  add_custom_command(
    OUTPUT ${output}
    # ANTLR keeps what it allocates at its start.
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:clmm_model_tables> ${output}
    DEPENDS clmm_model_tables
    COMMENT "Compiling the memory models"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
