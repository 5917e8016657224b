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

/// A title, which the elements of what it is the title of inherit unless they overlap it. Places among the elements.
struct TitleOf {
  std::uint32_t title = 0;
  std::uint32_t of = 0;  ///< the root, or a section
};

struct DocumentFields {
  std::vector<Field> of_words;
  std::vector<TitleOf> titles;  ///< of the article and of its sections, in document order
};
/// `elements` in document order; ElementWords::name is a number for `tags`.
void find_fields(std::span<const ElementWords> elements, std::span<const FieldTag> tags,
                 DocumentFields& fields);

using FieldWords = std::array<std::uint64_t, kFields>;
/// The words of each element by field, with those of the titles that it inherits: what `bm25e` takes for its length.
void count_field_words(std::span<const ElementWords> elements, const DocumentFields& fields,
                       std::vector<FieldWords>& words);

}  // namespace fovea::search
