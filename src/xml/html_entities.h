// The entities that HTML names: what `&nbsp;` means in a document whose DTD is absent.
#pragma once

#include <optional>
#include <string_view>

namespace fovea {

/// The character that HTML gives this name (`name` without `&` and `;`), or nothing. Names are
/// case-sensitive.
std::optional<char32_t> html_entity(std::string_view name);

}  // namespace fovea
