# The installed package: find_package(clmm), then link clmm::enumerator or another folder.

include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/clmm)
get_property(libraries GLOBAL PROPERTY CLMM_LIBRARIES)
install(TARGETS ${libraries} EXPORT clmmTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT clmmTargets NAMESPACE clmm:: DESTINATION ${package_dir})
foreach(library IN LISTS libraries)
  get_target_property(folder ${library} SOURCE_DIR)
  install(DIRECTORY ${folder}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()

configure_package_config_file(cmake/clmmConfig.cmake.in clmmConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(clmmConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/clmmConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/clmmConfigVersion.cmake
  cmake/FindZ3Library.cmake
  cmake/FindGraphviz.cmake
  DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
