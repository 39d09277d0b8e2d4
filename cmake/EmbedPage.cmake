# clmm_embed_page(TARGET): the files of html/, embedded into TARGET as src/embedded_page.h declares.
# Scripts stand in alphabetical order, page.js, which starts the page, last.
function(clmm_embed_page target)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/html)
  file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${folder} html/*.js)
  list(SORT scripts)
  list(REMOVE_ITEM scripts page.js)
  list(APPEND scripts page.js)
  set(files page.html page.css matrix.html matrix.css ${scripts})
  list(TRANSFORM files PREPEND ${folder}/)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_page.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFOLDER=${folder}" "-DSCRIPTS=${scripts}"
            -P ${script}
    DEPENDS ${files} ${script}
    COMMENT "Embedding the page of reports"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
endfunction()
