# Man pages and completions, which the binary writes from its own definitions. Needs BINARY (the program), PREPARED (a
# folder of the build) and the destinations MANDIR and DATADIR.
execute_process(COMMAND ${BINARY} man OUTPUT_VARIABLE pages COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${pages}" pages)
string(REPLACE "\n" ";" pages "${pages}")
file(REMOVE_RECURSE ${PREPARED})
file(MAKE_DIRECTORY ${PREPARED})
foreach(page ${pages})
  execute_process(COMMAND ${BINARY} man ${page} OUTPUT_FILE ${PREPARED}/${page}.1 COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL ${PREPARED}/${page}.1 DESTINATION ${CMAKE_INSTALL_PREFIX}/${MANDIR}/man1)
endforeach()

# A macro: file(INSTALL) adds to the manifest of the scope that it is called in.
macro(completion SHELL NAME FOLDER)
  execute_process(COMMAND ${BINARY} completion ${SHELL} OUTPUT_FILE ${PREPARED}/${NAME} COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL ${PREPARED}/${NAME} DESTINATION ${CMAKE_INSTALL_PREFIX}/${DATADIR}/${FOLDER})
endmacro()
completion(bash fovea bash-completion/completions)
completion(zsh _fovea zsh/vendor-completions)
completion(fish fovea.fish fish/vendor_completions.d)
