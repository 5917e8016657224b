#include "search/index/fields.h"

#include <algorithm>

namespace fovea::search {

namespace {

std::uint32_t end_of(const ElementWords& element) {
  return element.first_word + element.words;
}

/// Gives a field to words that have none yet.
void mark(std::vector<Field>& fields, std::uint32_t begin, std::uint32_t end, Field field) {
  for (std::uint32_t i = begin; i < std::min<std::size_t>(end, fields.size()); ++i) {
    if (fields[i] == Field::kRest) fields[i] = field;
  }
}

}  // namespace

FieldTag field_tag(const Roles& roles, std::string_view name) {
  return {roles.role(name), name == "bdy" || name == "body"};
}

void find_fields(std::span<const ElementWords> elements, std::span<const FieldTag> tags,
                 std::vector<Field>& fields) {
  fields.clear();
  if (elements.empty()) return;
  fields.assign(end_of(elements.front()), Field::kRest);
  bool titled = false;
  std::vector<const ElementWords*> above;
  std::vector<const ElementWords*> section_titles;
  for (const ElementWords& element : elements) {
    while (!above.empty() && end_of(*above.back()) <= element.first_word) above.pop_back();
    if (tags[element.name].role == Role::kTitle) {
      const auto is_section = [&](const ElementWords* each) {
        return tags[each->name].role == Role::kSection;
      };
      if (!above.empty() && is_section(above.back())) {
        section_titles.push_back(&element);
      } else if (!titled && std::ranges::none_of(above, is_section)) {
        mark(fields, element.first_word, end_of(element), Field::kTitle);
        titled = true;
      }
    }
    above.push_back(&element);
  }
  for (const ElementWords* title : section_titles)
    mark(fields, title->first_word, end_of(*title), Field::kSectionTitle);

  const auto named =
      std::ranges::find_if(elements, [&](const ElementWords& each) { return tags[each.name].body; });
  const auto body = named == elements.end() ? elements.begin() : named;
  const auto section = std::find_if(body + 1, elements.end(), [&](const ElementWords& each) {
    return tags[each.name].role == Role::kSection;
  });
  const bool inside = section != elements.end() && section->first_word < end_of(*body);
  mark(fields, body->first_word, inside ? section->first_word : end_of(*body), Field::kLead);
}

}  // namespace fovea::search
