// Names of enumerations: what options, files and messages call their values. An enumeration gives its names, in the order
// of its values, beside its definition:
//
//     enum class Tokens : std::uint8_t { kWords, kAscii, kSpace };
//     constexpr auto enum_names(Tokens) { return names_in_order("words", "ascii", "space"); }
//
// and then name_of(Tokens::kAscii) is "ascii", and named<Tokens>("space") is Tokens::kSpace.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fovea {

template <class... Name>
constexpr auto names_in_order(Name... name) {
  return std::array<std::string_view, sizeof...(Name)>{name...};
}

template <class Enum>
concept NamedEnum = requires { enum_names(Enum{}); };

template <NamedEnum Enum>
inline constexpr auto kNamesOf = enum_names(Enum{});

template <NamedEnum Enum>
constexpr std::string_view name_of(Enum value) {
  return kNamesOf<Enum>[static_cast<std::size_t>(value)];
}

/// Nothing when there is none of this name.
template <NamedEnum Enum>
constexpr std::optional<Enum> named(std::string_view name) {
  for (std::size_t i = 0; i < kNamesOf<Enum>.size(); ++i) {
    if (kNamesOf<Enum>[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// "a, b or c", for messages.
template <class Names>
std::string either_of(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace fovea
