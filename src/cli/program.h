// The program `fovea`: one command per file of this folder. main.cpp is the binary, Python's `fovea` another way in.
#pragma once

namespace fovea::cli {

/// All of it, as main() does it: takes over signals and closes standard output. Once per process.
int run_program(int argc, char** argv);

}  // namespace fovea::cli
