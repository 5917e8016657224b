# unity_batches(TARGET FILES…): with FOVEA_UNITY, compiles these files of TARGET as units of eight (of
# CMAKE_UNITY_BUILD_BATCH_SIZE, if given). A room calls this for itself, so that no unit crosses rooms; names in unnamed
# namespaces are therefore unique in a room.
function(unity_batches TARGET)
  set_target_properties(${TARGET} PROPERTIES
    UNITY_BUILD ${FOVEA_UNITY}
    UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  get_target_property(SIZE ${TARGET} UNITY_BUILD_BATCH_SIZE)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME ROOM)
  set(NUMBER 0)
  foreach(FILE IN LISTS ARGN)
    math(EXPR BATCH "${NUMBER} / ${SIZE}")
    math(EXPR NUMBER "${NUMBER} + 1")
    set_source_files_properties(${FILE} TARGET_DIRECTORY ${TARGET} PROPERTIES UNITY_GROUP ${ROOM}_${BATCH})
  endforeach()
endfunction()
