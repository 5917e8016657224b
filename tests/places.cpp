#include "places.h"

namespace fovea {

std::string source_folder() {
  return FOVEA_SOURCE_DIR;
}

std::string fovea_binary() {
  return FOVEA_BINARY;
}

}  // namespace fovea
