// Names of the values of an enumeration, in their order, which counts from 0: for files, messages and documentation.
//
//     constexpr EnumNames<Part, 2> kParts{{"main", "second"}};
//     kParts.of(Part::kMain);       // "main"
//     kParts.find("second");        // Part::kSecond
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace fovea {

template <class Enum, std::size_t kCount>
struct EnumNames {
  std::array<std::string_view, kCount> names;

  constexpr std::string_view of(Enum value) const { return names[static_cast<std::size_t>(value)]; }
  /// Nothing when no value has this name.
  constexpr std::optional<Enum> find(std::string_view name) const {
    const auto* const found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Enum>(found - names.begin()));
  }
};

}  // namespace fovea
