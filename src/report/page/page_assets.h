// The script and the style of the report's page, which the build puts into the library.
#pragma once

#include <string_view>

namespace fovea {

std::string_view page_script();

/// The licences of what the script contains, which stand in the comment at its head.
std::string_view page_script_notices();
std::string_view page_style();

}  // namespace fovea
