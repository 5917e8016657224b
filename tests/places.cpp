#include "places.h"

#include <cstdlib>

namespace fovea {

std::string source_folder() {
  return FOVEA_SOURCE_DIR;
}

std::string extended_data() {
  const char* const folder = std::getenv("FOVEA_DATA");  // NOLINT(concurrency-mt-unsafe)
  return folder != nullptr ? folder : "FOVEA_DATA";
}

std::string fovea_binary() {
  return FOVEA_BINARY;
}

}  // namespace fovea
