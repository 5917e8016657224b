// What the elements of a document are for, told from their names: sections, paragraphs, titles, lists; which
// tags end a word and which a sentence.
//
// The built-in table knows INEX 2002–2010, JATS and XHTML. A TOML file with the same keys replaces it:
//
//     section   = ["sec", "ss1"]
//     paragraph = ["p"]
//     title     = ["title", "st"]
//     list      = ["list"]
//     block     = ["article", "bdy"]       # beside those above, which are blocks too
//     joining   = ["b", "i", "link"]
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "text/enum_names.h"

namespace fovea::search {

enum class Role : std::uint8_t { kNone, kSection, kParagraph, kTitle, kList, kBlock, kJoining };

constexpr auto enum_names(Role) {
  return names_in_order("none", "section", "paragraph", "title", "list", "block", "joining");
}
/// Of those that elements may have.
inline std::optional<Role> role_named(std::string_view name) {
  const auto role = named<Role>(name);
  return role == Role::kNone ? std::nullopt : role;
}

class Roles {
 public:
  /// The built-in table.
  Roles();
  /// Reports what is wrong with the file; nothing then.
  static std::optional<Roles> read(const InputFile& file, Diagnostics& diagnostics);
  static Roles of(std::map<std::string, Role, std::less<>> table) { return Roles(std::move(table)); }

  Role role(std::string_view element) const;
  /// Whether the tags of such an element end a sentence: section, paragraph, title, list or block.
  static bool ends_sentence(Role role) { return role != Role::kNone && role != Role::kJoining; }
  const std::map<std::string, Role, std::less<>>& table() const { return table_; }

  friend bool operator==(const Roles&, const Roles&) = default;

 private:
  explicit Roles(std::map<std::string, Role, std::less<>> table) : table_(std::move(table)) {}

  std::map<std::string, Role, std::less<>> table_;
};

}  // namespace fovea::search
