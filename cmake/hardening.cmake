# What a release build carries against the fault that no test has found: overruns of the stack and of library calls end
# the program, its table of functions is read-only from the start, and jumps land only where a function begins. Checked
# containers (_GLIBCXX_ASSERTIONS) would cost `fovea eval` 2.5 to 3.8 % (bench/eval.sh, medians of 31, taking turns), more
# than the 2 % that they may; the sanitizers check more. tests/layout/hardened.sh reads the binary.
string(TOUPPER "${CMAKE_BUILD_TYPE}" CONFIG)
if(FOVEA_SANITIZE OR NOT CMAKE_CXX_FLAGS_${CONFIG} MATCHES "-O[1-3s]")
  return()  # the sanitizers see more, and fortification needs an optimiser
endif()
add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-fcf-protection=full)
endif()
add_link_options(-Wl,-z,relro -Wl,-z,now)
