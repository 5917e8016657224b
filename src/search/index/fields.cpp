#include "search/index/fields.h"

#include <algorithm>
#include <iterator>

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

void mark(std::vector<Field>& fields, const ElementWords& element, Field field) {
  mark(fields, element.first_word, end_of(element), field);
}

/// Words of one field that follow each other, of which a document has few.
struct FieldRun {
  std::uint32_t first = 0;
  Field field = Field::kRest;
  FieldWords before{};  ///< words of each field before it
};

std::vector<FieldRun> runs_of(const std::vector<Field>& fields) {
  std::vector<FieldRun> runs{{}};
  for (std::uint32_t at = 0; at < fields.size(); ++at) {
    FieldRun& last = runs.back();
    if (at == 0) last.field = fields[at];
    if (fields[at] == last.field) continue;
    FieldWords before = last.before;
    before[static_cast<std::size_t>(last.field)] += at - last.first;
    runs.push_back({at, fields[at], before});
  }
  return runs;
}

FieldWords words_before(const std::vector<FieldRun>& runs, std::uint32_t word) {
  const auto after = std::ranges::upper_bound(runs, word, {}, &FieldRun::first);
  const FieldRun& run = *std::prev(after);
  FieldWords before = run.before;
  before[static_cast<std::size_t>(run.field)] += word - run.first;
  return before;
}

}  // namespace

FieldTag field_tag(const Roles& roles, std::string_view name) {
  return {roles.role(name), name == "bdy" || name == "body"};
}

void find_fields(std::span<const ElementWords> elements, std::span<const FieldTag> tags,
                 DocumentFields& fields) {
  fields.of_words.clear();
  fields.titles.clear();
  if (elements.empty()) return;
  fields.of_words.assign(end_of(elements.front()), Field::kRest);
  bool titled = false;
  std::vector<std::uint32_t> above;
  const auto is_section = [&](std::uint32_t each) {
    return tags[elements[each].name].role == Role::kSection;
  };
  for (std::uint32_t i = 0; i < elements.size(); ++i) {
    const ElementWords& element = elements[i];
    while (!above.empty() && end_of(elements[above.back()]) <= element.first_word) above.pop_back();
    if (tags[element.name].role == Role::kTitle) {
      if (!above.empty() && is_section(above.back())) {
        fields.titles.push_back({i, above.back()});
      } else if (!titled && std::ranges::none_of(above, is_section)) {
        mark(fields.of_words, element, Field::kTitle);
        fields.titles.push_back({i, 0});
        titled = true;
      }
    }
    above.push_back(i);
  }
  for (const TitleOf& each : fields.titles) mark(fields.of_words, elements[each.title], Field::kSectionTitle);

  const auto named =
      std::ranges::find_if(elements, [&](const ElementWords& each) { return tags[each.name].body; });
  const auto body = named == elements.end() ? elements.begin() : named;
  const auto section = std::find_if(body + 1, elements.end(), [&](const ElementWords& each) {
    return tags[each.name].role == Role::kSection;
  });
  const bool inside = section != elements.end() && section->first_word < end_of(*body);
  mark(fields.of_words, body->first_word, inside ? section->first_word : end_of(*body), Field::kLead);
}

void count_field_words(std::span<const ElementWords> elements, const DocumentFields& fields,
                       std::vector<FieldWords>& words) {
  const std::vector<FieldRun> runs = runs_of(fields.of_words);
  const auto add = [&](const ElementWords& element, FieldWords& sum) {
    const FieldWords begin = words_before(runs, element.first_word);
    const FieldWords end = words_before(runs, end_of(element));
    for (std::size_t i = 0; i < kFields; ++i) sum[i] += end[i] - begin[i];
  };
  words.assign(elements.size(), {});
  for (std::size_t i = 0; i < elements.size(); ++i) add(elements[i], words[i]);
  for (const TitleOf& each : fields.titles) {
    const ElementWords& title = elements[each.title];
    for (std::size_t i = each.of; i < elements.size() && elements[i].first_word < end_of(elements[each.of]);
         ++i) {
      const bool overlaps = elements[i].first_word < end_of(title) && title.first_word < end_of(elements[i]);
      if (!overlaps) add(title, words[i]);
    }
  }
}

}  // namespace fovea::search
