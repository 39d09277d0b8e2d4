# The imported target clmm_graphviz: cgraph and gvc. Debian's package has no CMake configuration, so
# this looks for the files. Used by the build and by an installed clmm alike. With CLMM_STATIC clmm
# opens the libraries itself, and the target has the headers alone.

if(NOT TARGET clmm_graphviz)
  find_path(CLMM_GRAPHVIZ_INCLUDE_DIR graphviz/gvc.h REQUIRED)
  find_library(CLMM_CGRAPH_LIBRARY cgraph REQUIRED)
  find_library(CLMM_GVC_LIBRARY gvc REQUIRED)
  mark_as_advanced(CLMM_GRAPHVIZ_INCLUDE_DIR CLMM_CGRAPH_LIBRARY CLMM_GVC_LIBRARY)
  add_library(clmm_graphviz INTERFACE IMPORTED)
  set_target_properties(clmm_graphviz PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${CLMM_GRAPHVIZ_INCLUDE_DIR};${CLMM_GRAPHVIZ_INCLUDE_DIR}/graphviz"
    INTERFACE_LINK_LIBRARIES
      "$<$<NOT:$<BOOL:${CLMM_STATIC}>>:${CLMM_GVC_LIBRARY};${CLMM_CGRAPH_LIBRARY}>")
endif()
