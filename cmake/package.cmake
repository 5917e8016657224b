# `cpack` makes a .deb of what `cmake --install` installs: ./dev package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fovea)
set(CPACK_PACKAGE_CONTACT "The fovea project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Who links the library needs what it is made of.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libexpat1-dev, libzstd-dev, zlib1g-dev, libarchive-dev, libsimdjson-dev, \
nlohmann-json3-dev, libfmt-dev, libtomlplusplus-dev, libabsl-dev, libtbb-dev, libstemmer-dev, libutf8proc-dev, \
libboost-dev")
include(CPack)
