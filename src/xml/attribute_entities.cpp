#include "xml/attribute_entities.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>

#include "text/unicode.h"
#include "xml/html_entities.h"

namespace fovea {

namespace {

/// The document's own declarations are given again for every tag, so there must not be many of them.
constexpr std::size_t kMostDeclaredBytes = 4096;

bool is_predefined(std::string_view name) {
  static constexpr std::array<std::string_view, 5> kNames = {"lt", "gt", "amp", "apos", "quot"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// A declaration whose replacement text is exactly `value`.
std::string declaration(std::string_view name, std::string_view value) {
  std::string literal;
  for (const char c : value) {
    if (std::strchr("&<>%\"'", c) != nullptr && c != '\0') {
      literal += fmt::format("&#{};", static_cast<int>(c));
    } else {
      literal += c;
    }
  }
  return fmt::format("<!ENTITY {} \"{}\">", name, literal);
}

}  // namespace

void AttributeEntities::declare(std::string_view name, std::string_view value) {
  // The first declaration counts.
  if (declared_.emplace(name, value).second) declared_bytes_ += name.size() + value.size();
}

std::string_view AttributeEntities::repair(std::string_view tag) {
  list_.clear();
  std::vector<std::string_view> undeclared;
  for (std::size_t at = tag.find('&'); at != std::string_view::npos; at = tag.find('&', at + 1)) {
    const std::string_view name = tag.substr(at + 1, tag.find(';', at) - at - 1);
    if (name.starts_with('#') || is_predefined(name) || declared_.contains(name)) continue;
    if (!html_entity(name)) return name;
    if (std::find(undeclared.begin(), undeclared.end(), name) == undeclared.end()) undeclared.push_back(name);
  }
  if (!undeclared.empty()) read_again(tag, undeclared);
  return {};
}

void AttributeEntities::read_again(std::string_view tag, const std::vector<std::string_view>& undeclared) {
  std::string document = "<!DOCTYPE x [";
  for (const std::string_view name : undeclared) {
    // By reference, since some of the characters are markup.
    if (const auto character = html_entity(name))
      document += declaration(name, fmt::format("&#{};", static_cast<std::uint32_t>(*character)));
  }
  if (declared_bytes_ <= kMostDeclaredBytes) {
    for (const auto& [name, value] : declared_) document += declaration(name, value);
  }
  document += "]>";
  // expat has read the tag already: if it is not UTF-8 it is in one of the encodings of one byte.
  document += find_malformed_utf8(tag) ? from_windows_1252(tag) : std::string(tag);
  if (!tag.ends_with("/>")) {
    document.back() = '/';
    document += '>';
  }

  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"),
                                                                            XML_ParserFree);
  if (!parser) throw std::bad_alloc();
  strings_.clear();
  XML_SetUserData(parser.get(), &strings_);
  XML_SetStartElementHandler(parser.get(), [](void* strings, const char*, const char** attributes) {
    for (; *attributes != nullptr; ++attributes) {
      static_cast<std::vector<std::string>*>(strings)->emplace_back(*attributes);
    }
  });
  XML_Parse(parser.get(), document.data(), static_cast<int>(document.size()), 1);
  for (const std::string& string : strings_) list_.push_back(string.c_str());
  list_.push_back(nullptr);
}

}  // namespace fovea
