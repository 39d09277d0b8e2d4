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
