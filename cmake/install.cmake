# `cmake --install build` gives the binary with its man pages and completions, the libraries with their headers, and a package for find_package(fovea).
include(CMakePackageConfigHelpers)
set(FOVEA_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/fovea)
install(TARGETS fovea_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# package(TARGET NAME): a library of the file fovea-NAME.cmake, for fovea-config.cmake.
function(package TARGET NAME)
  install(TARGETS ${TARGET} EXPORT fovea-${NAME} DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT fovea-${NAME} NAMESPACE fovea:: DESTINATION ${FOVEA_CMAKE_DIR})
endfunction()
package(fovea static)
if(FOVEA_REPORT)
  package(fovea_report report)
endif()
if(BUILD_SHARED_LIBS)
  package(fovea_shared shared)
endif()

install(CODE "set(HEADERS ${FOVEA_PUBLIC_HEADERS})
set(SOURCE ${PROJECT_SOURCE_DIR}/src)
set(PREPARED ${PROJECT_BINARY_DIR}/include/fovea)
set(DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fovea)")
install(SCRIPT cmake/install_headers.cmake)

install(CODE "set(BINARY \"$<TARGET_FILE:fovea_cli>\")
set(PREPARED \"${PROJECT_BINARY_DIR}/pages\")
set(MANDIR ${CMAKE_INSTALL_MANDIR})
set(DATADIR ${CMAKE_INSTALL_DATADIR})")
install(SCRIPT cmake/install_pages.cmake)

configure_package_config_file(cmake/fovea-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/fovea-config.cmake
                              INSTALL_DESTINATION ${FOVEA_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/fovea-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fovea-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/fovea-config-version.cmake
              cmake/plain_libraries.cmake
        DESTINATION ${FOVEA_CMAKE_DIR})
install(FILES LICENSE NOTICE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
