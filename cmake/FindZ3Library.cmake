# The imported target clmm_z3: libz3 and its C++ header. Debian's package has no CMake
# configuration, so this looks for the files. Used by the build and by an installed clmm alike. With
# CLMM_STATIC clmm opens the library itself, and the target has the header alone.

if(NOT TARGET clmm_z3)
  find_path(CLMM_Z3_INCLUDE_DIR z3++.h REQUIRED)
  find_library(CLMM_Z3_LIBRARY z3 REQUIRED)
  mark_as_advanced(CLMM_Z3_INCLUDE_DIR CLMM_Z3_LIBRARY)
  add_library(clmm_z3 INTERFACE IMPORTED)
  set_target_properties(clmm_z3 PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${CLMM_Z3_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "$<$<NOT:$<BOOL:${CLMM_STATIC}>>:${CLMM_Z3_LIBRARY}>")
endif()
