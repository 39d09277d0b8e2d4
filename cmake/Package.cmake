# What is installed, in three components, and the packages made of them (`./dev package`):
#   program  clmm with manual pages, completion, documents, examples, models, schemas    Debian: clmm
#   sdk      static libraries, headers, find_package(clmm), pkg-config                    Debian: libclmm-dev
#   python   the module pyclmm (python/CMakeLists.txt)                                    Debian: python3-clmm

include(CMakePackageConfigHelpers)

# Packing builds what is packed, not the tests.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# ---- sdk ----

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clmm)
get_property(libraries GLOBAL PROPERTY CLMM_LIBRARIES)
install(TARGETS ${libraries} EXPORT clmmTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT sdk)
install(EXPORT clmmTargets NAMESPACE clmm:: DESTINATION ${package_dir} COMPONENT sdk)
set(archives)
foreach(library IN LISTS libraries)
  get_target_property(folder ${library} SOURCE_DIR)
  install(DIRECTORY ${folder}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT sdk)
  string(APPEND archives " -l${library}")
endforeach()

configure_package_config_file(cmake/clmmConfig.cmake.in clmmConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(clmmConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/clmmConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/clmmConfigVersion.cmake
  cmake/FindZ3Library.cmake
  cmake/FindGraphviz.cmake
  DESTINATION ${package_dir} COMPONENT sdk)

# The same for who has no CMake. Libraries need one another in both directions of the line.
set(third_party -lantlr4-runtime)
if(CLMM_WITH_WAVE)
  list(APPEND third_party -lboost_wave -lboost_thread -lboost_filesystem)
endif()
if(CLMM_WITH_SQLITE)
  list(APPEND third_party -lsqlite3)
endif()
if(CLMM_WITH_Z3 AND NOT CLMM_STATIC)
  list(APPEND third_party -lz3)
endif()
if(CLMM_WITH_GRAPHVIZ AND NOT CLMM_STATIC)
  list(APPEND third_party -lgvc -lcgraph)
endif()
list(JOIN third_party " " third_party)
file(CONFIGURE OUTPUT clmm.pc @ONLY CONTENT [[
prefix=${pcfiledir}/../..
Name: clmm
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Cflags: -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@ -std=c++20
Libs: -L${prefix}/@CMAKE_INSTALL_LIBDIR@ -Wl,--start-group@archives@ -Wl,--end-group @third_party@ -ldl -pthread
]])
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clmm.pc DESTINATION lib/pkgconfig COMPONENT sdk)

# ---- program ----

# The documents name examples as `examples/…`, and one another by their paths here.
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.json" PATTERN "*.litmus" PATTERN "*.cl"
  PATTERN "*.cat" PATTERN "*.csv" PATTERN "*.ipynb" PATTERN "*.slurm" PATTERN "*.cpp" PATTERN "CMakeLists.txt")
install(DIRECTORY docs/json-schema DESTINATION ${CMAKE_INSTALL_DATADIR}/clmm COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# ---- packages ----

set(CPACK_PACKAGE_NAME clmm)
set(CPACK_PACKAGE_VENDOR clmm)
set(CPACK_PACKAGE_CONTACT "The clmm developers <clmm@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checker for the OpenCL memory model")
set(CPACK_PACKAGE_DESCRIPTION
  "clmm decides litmus tests and small kernels under the memory models of
OpenCL, C11, several processors and GPUs: which final states they may
have, whether they race, and why.")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_COMPONENTS_ALL program sdk)
if(CLMM_WITH_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/packing.cmake)
set(CPACK_ARCHIVE_PROGRAM_FILE_NAME clmm-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_SDK_FILE_NAME clmm-sdk-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_PYTHON_FILE_NAME pyclmm-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME clmm)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
# Opened when they are needed.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libz3-4, libgvc6")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "ocl-icd-libopencl1")
set(CPACK_DEBIAN_SDK_PACKAGE_NAME libclmm-dev)
set(CPACK_DEBIAN_SDK_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_SDK_PACKAGE_DEPENDS "libantlr4-runtime-dev, libboost-wave-dev, libsqlite3-dev")
set(CPACK_DEBIAN_SDK_PACKAGE_RECOMMENDS "libz3-dev, libgraphviz-dev")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-clmm)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
if(CLMM_WITH_PYTHON)  # the module is for one minor version
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next})")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "libz3-4, libgvc6")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_COMPONENT_SDK_DESCRIPTION
  "Static libraries and headers of clmm, a checker for the OpenCL memory
model, for programs in C++20 that find it with CMake or pkg-config.")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
  "The Python module pyclmm: checks, explains, draws and compares litmus
tests, with results as dictionaries and pictures as text.")

# What Debian wants beside the files of each package.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/debian/copyright CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: clmm

Files: *
Copyright: 2026 The clmm authors
License: Apache-2.0
 On Debian systems, the text of the license is /usr/share/common-licenses/Apache-2.0.
")
string(TIMESTAMP day "%a, %d %b %Y 00:00:00 +0000" UTC)
foreach(package IN ITEMS clmm:program libclmm-dev:sdk python3-clmm:python)
  string(REPLACE ":" ";" parts ${package})
  list(GET parts 0 name)
  list(GET parts 1 component)
  set(changelog ${CMAKE_BINARY_DIR}/debian/${name}/changelog.Debian)
  file(CONFIGURE OUTPUT ${changelog} @ONLY CONTENT
"@name@ (@PROJECT_VERSION@-1) unstable; urgency=medium

  * As built from this source.

 -- The clmm developers <clmm@localhost>  @day@
")
  execute_process(COMMAND gzip -9nkf ${changelog} COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${changelog}.gz ${CMAKE_BINARY_DIR}/debian/copyright
    DESTINATION share/doc/${name} COMPONENT ${component})
endforeach()
include(CPack)

# All that is packed.
add_custom_target(packaged DEPENDS clmm ${libraries})
if(TARGET clmm_python)
  add_dependencies(packaged clmm_python)
endif()
