#include "xml/encodings.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "text/unicode.h"

namespace fovea {

namespace {

/// Longer declarations are not written by anybody.
constexpr std::size_t kLongestDeclaration = 200;

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

int code_point(std::string_view utf8) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(utf8[at]); };
  if (utf8.size() == 1) return byte(0);
  if (utf8.size() == 2) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

}  // namespace

bool map_encoding(std::string_view name, std::span<int, 256> characters) {
  static constexpr std::array<std::string_view, 3> kNames = {"windows-1252", "cp1252", "x-cp1252"};
  if (std::none_of(kNames.begin(), kNames.end(),
                   [&](std::string_view known) { return equal_ignoring_case(known, name); })) {
    return false;
  }
  for (std::size_t byte = 0; byte < characters.size(); ++byte) {
    const char c = static_cast<char>(byte);
    characters[byte] = code_point(from_windows_1252({&c, 1}));
  }
  return true;
}

std::string declaration_without_standalone(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  const std::size_t end = bytes.substr(0, kLongestDeclaration).find("?>");
  if (end == std::string_view::npos) return {};
  std::string declaration(bytes.substr(0, end + 2));
  const std::size_t at = declaration.find("standalone");
  if (at == std::string::npos) return {};
  const std::size_t yes = declaration.find("yes", at);
  if (yes == std::string::npos || yes + 4 > end) return {};
  std::fill(declaration.begin() + static_cast<std::ptrdiff_t>(at),
            declaration.begin() + static_cast<std::ptrdiff_t>(yes + 4), ' ');
  return declaration;
}

}  // namespace fovea
