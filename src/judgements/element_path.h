// Element paths as text: /article[1]/bdy[1]/sec[2].
#pragma once

#include <string_view>

namespace fovea {

/// Whether every step is a name with its position among siblings of that name, from 1.
bool is_element_path(std::string_view path);

/// The path of the element around; empty for a root.
std::string_view parent_path(std::string_view path);

}  // namespace fovea
