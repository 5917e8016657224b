# Libraries that bring no CMake files, as imported targets of their names: for the build, and for whoever links the static
# library.
foreach(PLAIN utf8proc stemmer)
  if(NOT TARGET ${PLAIN}::${PLAIN})
    find_library(FOVEA_${PLAIN} ${PLAIN} REQUIRED)
    mark_as_advanced(FOVEA_${PLAIN})
    add_library(${PLAIN}::${PLAIN} UNKNOWN IMPORTED)
    set_target_properties(${PLAIN}::${PLAIN} PROPERTIES IMPORTED_LOCATION ${FOVEA_${PLAIN}})
  endif()
endforeach()
