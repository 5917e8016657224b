// The script and the style of the report's page, which the build puts into the library.
#pragma once

#include <string_view>

namespace fovea {

std::string_view page_script();
std::string_view page_style();

}  // namespace fovea
