#include "search/ranking/field_counts.h"

namespace fovea::search {

namespace {

std::size_t number_of(Field field) {
  return static_cast<std::size_t>(field);
}

}  // namespace

FieldCounts::FieldCounts(const Index& index, const std::vector<TermList>& lists) : index_(index) {
  for (const TagEntry& tag : index.tags()) tags_.push_back(field_tag(index.facts().analysis.roles, tag.name));
  for (const TermList& list : lists) {
    walks_.emplace_back();
    if (list.counts.documents == 0) continue;
    walks_.back().emplace(Walk{PostingCursor(list.postings), {}});
    if (list.term != UINT64_MAX && index.facts().positions) walks_.back()->positions.emplace(list.positions);
  }
}

void FieldCounts::look_into(DocumentNumber document) {
  if (document == document_) return;
  document_ = document;
  index_.read_elements(document, elements_);
  find_fields(elements_, tags_, fields_);
}

std::array<std::uint32_t, kFields> FieldCounts::tfs(std::size_t term, DocumentNumber document) {
  std::array<std::uint32_t, kFields> counts{};
  auto& walk = walks_[term];
  if (!walk) return counts;
  walk->cursor.seek(document);
  if (walk->cursor.document() != document) return counts;
  if (!walk->positions) {
    counts[number_of(Field::kRest)] = walk->cursor.tf();
    return counts;
  }
  look_into(document);
  walk->positions->read(walk->cursor.occurrences_before(), walk->cursor.tf(), where_);
  for (const std::uint32_t position : where_) {
    if (position >= fields_.of_words.size()) ByteReader::fail();
    ++counts[number_of(fields_.of_words[position])];
  }
  return counts;
}

std::array<std::uint32_t, kFields> FieldCounts::lengths(DocumentNumber document) {
  look_into(document);
  std::array<std::uint32_t, kFields> counts{};
  for (const Field field : fields_.of_words) ++counts[number_of(field)];
  return counts;
}

}  // namespace fovea::search
