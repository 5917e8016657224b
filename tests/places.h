// Where the source tree and the binary lie, for tests that read files or run commands.
//
// Paths of this machine are compiled into places.cpp alone: the objects of all other tests are the same in every clone,
// so that ccache finds them.
#pragma once

#include <string>

namespace fovea {

/// The folder that holds src/ and tests/.
std::string source_folder();

/// The program `fovea` of this build.
std::string fovea_binary();

}  // namespace fovea
