include(EmbedTexts)

# clmm_compile_models(TARGET COMPILER): the objects of COMPILER become a part of TARGET, and with them the
# shipped models as model/tables, which is built of the same, compiles them.
function(clmm_compile_models target compiler)
  get_target_property(sources ${target} SOURCES)
  get_target_property(own ${compiler} SOURCES)
  list(REMOVE_ITEM sources ${own})
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${compiler}>)

  if(CLMM_MODEL_TABLES)  # compiled for another machine than this
    target_sources(${target} PRIVATE ${CLMM_MODEL_TABLES})
    return()
  endif()
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
  # By itself: the library's other files need not wait for it.
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
