# What waits for people, disks or other processes, what only prints, and what only tests run is compiled at -O1, in a third less
# time. Where less is asked for, as for a debugger, it stays at that.
string(TOUPPER "${CMAKE_BUILD_TYPE}" CONFIG)
if(CMAKE_CXX_FLAGS_${CONFIG} MATCHES "-O[23]")
  set(UNHURRIED -O1)
endif()

function(unhurried TARGET)
  target_compile_options(${TARGET} PRIVATE ${UNHURRIED})
endfunction()

# unhurried_room(TARGET FILES…): the files of one room of TARGET. Called after unity_room().
function(unhurried_room TARGET)
  if(FOVEA_UNITY)
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME ROOM)
    get_target_property(FOLDER ${TARGET} BINARY_DIR)
    set(ARGN ${FOLDER}/CMakeFiles/${TARGET}.dir/Unity/unity_${ROOM}_cxx.cxx)
  endif()
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${TARGET} PROPERTIES COMPILE_OPTIONS "${UNHURRIED}")
endfunction()
