# clmm_embed_texts(TARGET FOLDER NAMESPACE NOUN HEADER name...): FOLDER/NAME for each name, embedded
# into TARGET as the table that src/HEADER declares (`embedded_NOUN`, `embedded_NOUN_names` in
# NAMESPACE), and installed as data.
function(clmm_embed_texts target folder namespace noun header)
  list(SORT ARGN)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/ OUTPUT_VARIABLE files)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${folder}.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFILES=${files}" -DFOLDER=${folder}
      -DNAMESPACE=${namespace} -DNOUN=${noun} -DHEADER=${header} -P ${script}
    DEPENDS ${files} ${script}
    COMMENT "Embedding ${folder}"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
  install(FILES ${files} DESTINATION ${CMAKE_INSTALL_DATADIR}/clmm/${folder} COMPONENT program)
endfunction()
