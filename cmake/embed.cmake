# embed(TARGET SYMBOL FILE): puts the bytes of FILE into TARGET as `SYMBOL` … `SYMBOL_end`. The assembler's
# .incbin takes no time however large the file is; a C array of it would take seconds to compile.
function(embed TARGET SYMBOL FILE)
  set(SOURCE ${CMAKE_CURRENT_BINARY_DIR}/${SYMBOL}.S)
  file(CONFIGURE OUTPUT ${SOURCE} @ONLY CONTENT [[
#if defined(__CET__) && __has_include(<cet.h>)
#include <cet.h>  // says that this file has no jumps to check, without which the linker checks none
#endif
    .section .rodata
    .global @SYMBOL@
    .global @SYMBOL@_end
@SYMBOL@:
    .incbin "@FILE@"
@SYMBOL@_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]])
  set_source_files_properties(${SOURCE} TARGET_DIRECTORY ${TARGET} PROPERTIES OBJECT_DEPENDS ${FILE} SKIP_LINTING ON)
  target_sources(${TARGET} PRIVATE ${SOURCE})
endfunction()
