# Installs HEADERS of SOURCE below DESTINATION. In the tree they include each other as "room/file.h"; installed they say
# "fovea/room/file.h", so that names as common as text/ and files/ are on nobody's include path.
foreach(HEADER IN LISTS HEADERS)
  file(READ ${SOURCE}/${HEADER} TEXT)
  string(REPLACE "\n#include \"" "\n#include \"fovea/" TEXT "${TEXT}")
  file(WRITE ${PREPARED}/${HEADER} "${TEXT}")
  cmake_path(GET HEADER PARENT_PATH ROOM)
  file(INSTALL ${PREPARED}/${HEADER} DESTINATION ${CMAKE_INSTALL_PREFIX}/${DESTINATION}/${ROOM})
endforeach()
