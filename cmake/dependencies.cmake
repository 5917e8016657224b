# Every library comes from Debian and is found by its own CMake files or CMake's. The consumer's side of this list is
# fovea-config.cmake.in.
find_package(EXPAT REQUIRED)
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED)
find_package(fmt REQUIRED)
find_package(TBB REQUIRED)
find_package(absl REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(Threads REQUIRED)
include(cmake/plain_libraries.cmake)

# Collections are built from archives too; Python's wheels, which would have to carry what libarchive needs, leave it out.
option(FOVEA_ARCHIVES "Read documents from tar and zip archives (needs libarchive)" ON)
if(FOVEA_ARCHIVES)
  find_package(LibArchive REQUIRED)
endif()

# The report's page is bundled by npm; the source archive of the Python package carries it bundled. A machine with neither builds
# everything else.
find_program(NPM npm)
set(FOVEA_BUNDLED_SCRIPT ${PROJECT_SOURCE_DIR}/web/bundled/report.js)
if(NPM OR EXISTS ${FOVEA_BUNDLED_SCRIPT})
  set(FOVEA_HAS_PAGE ON)
endif()
option(FOVEA_REPORT "Build the track report and its page (needs npm)" ${FOVEA_HAS_PAGE})
if(FOVEA_REPORT)
  if(NOT FOVEA_HAS_PAGE)
    message(FATAL_ERROR "FOVEA_REPORT is on, but there is no npm")
  endif()
else()
  message(STATUS "Without the track report: npm bundles its page")
endif()

# What the assessment server needs, beside npm for its page and archives for its copies; a machine without it builds everything else.
find_package(SQLite3 QUIET)
find_library(SODIUM sodium)
if(SQLite3_FOUND AND SODIUM AND NPM AND FOVEA_REPORT AND FOVEA_ARCHIVES)
  set(FOVEA_HAS_STORE ON)
endif()
option(FOVEA_SERVE "Build the store of assessments and its server (needs SQLite, libsodium and npm)" ${FOVEA_HAS_STORE})
if(FOVEA_SERVE AND NOT FOVEA_HAS_STORE)
  message(FATAL_ERROR "FOVEA_SERVE is on, but SQLite, libsodium or npm is missing")
endif()
