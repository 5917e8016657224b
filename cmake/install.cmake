# `cmake --install build` gives the binary, the library with its headers, and a package for find_package(fovea).
include(CMakePackageConfigHelpers)
install(TARGETS fovea_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS fovea EXPORT fovea-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fovea)
install(EXPORT fovea-targets NAMESPACE fovea:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fovea)
configure_package_config_file(cmake/fovea-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/fovea-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fovea)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/fovea-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fovea-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fovea-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fovea)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
