// The fields of an article: its title, the titles of its sections, its lead, and the rest.
//
// The article's title is the first title outside of sections. The title of a section is a title that is its child. The
// lead is what stands in `bdy` or `body`, else in the root, before its first section. A word is in one field, in this
// order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "search/analysis/analyser.h"
#include "search/analysis/roles.h"

namespace fovea::search {

enum class Field : std::uint8_t { kTitle, kSectionTitle, kLead, kRest };
inline constexpr std::size_t kFields = 4;

/// What is to be known of the name of an element.
struct FieldTag {
  Role role = Role::kNone;
  bool body = false;
};
FieldTag field_tag(const Roles& roles, std::string_view name);

/// The field of each word of a document. `elements` in document order; ElementWords::name is a number for `tags`.
void find_fields(std::span<const ElementWords> elements, std::span<const FieldTag> tags,
                 std::vector<Field>& fields);

}  // namespace fovea::search
