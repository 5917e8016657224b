// Where the source tree and the binary lie, for tests that read files or run commands.
//
// Paths of this machine are compiled into places.cpp alone: the objects of all other tests are the same in every clone,
// so that ccache finds them.
#pragma once

#include <string>

namespace fovea {

/// The folder that holds src/ and tests/.
std::string source_folder();

/// The real data that may not be in the repository (tests/README.md): the environment's FOVEA_DATA. Where it is not set, a folder
/// that does not exist.
std::string extended_data();

/// The program `fovea` of this build.
std::string fovea_binary();

}  // namespace fovea
