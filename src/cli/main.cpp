// `fovea`, the binary.
#include "cli/program.h"

int main(int argc, char** argv) {
  return fovea::cli::run_program(argc, argv);
}
