# unity_room(TARGET FILES…): with FOVEA_UNITY, compiles these files of TARGET as one unit: each header is read once for the
# room, which takes a third off the batches of eight that CMake makes by default. A room calls this for itself, so that no
# unit crosses rooms; names in unnamed namespaces are therefore unique in a room.
function(unity_room TARGET)
  set_target_properties(${TARGET} PROPERTIES
    UNITY_BUILD ${FOVEA_UNITY}
    UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME ROOM)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${TARGET} PROPERTIES UNITY_GROUP ${ROOM})
endfunction()
