#include "search/query/element_counts.h"

#include <algorithm>
#include <optional>

#include "search/query/occurrences.h"

namespace fovea::search {

namespace {

/// A tag whose elements are to be counted in the documents.
struct AskedTag {
  std::size_t place = 0;  ///< in the query
  std::uint32_t number = 0;
  PostingCursor documents;
};

bool holds(const ElementWords& element, const std::vector<WordInterval>& where) {
  const std::uint32_t end = element.first_word + element.words;
  for (auto each = std::ranges::lower_bound(where, element.first_word, {}, &WordInterval::first);
       each != where.end() && each->first < end; ++each) {
    if (each->end <= end) return true;
  }
  return false;
}

/// Counts in each document that has the term and one of the tags.
void count_in_documents(const Index& index, const QueryTerm& term, std::size_t number,
                        std::vector<AskedTag>& asked, std::vector<TagCounts>& counts) {
  std::vector<std::size_t> place_of_tag(index.tags().size(), SIZE_MAX);
  for (const AskedTag& tag : asked) place_of_tag[tag.number] = tag.place;
  std::vector<ElementWords> elements;
  for (Occurrences occurrences(index, term); occurrences.document() != kNoDocument; occurrences.next()) {
    const DocumentNumber document = occurrences.document();
    const bool any = std::ranges::any_of(asked, [&](AskedTag& tag) {
      tag.documents.seek(document);
      return tag.documents.document() == document;
    });
    if (!any) continue;
    index.read_elements(document, elements);
    for (const ElementWords& element : elements) {
      const std::size_t place = place_of_tag[element.name];
      if (place != SIZE_MAX && holds(element, occurrences.where())) ++counts[place].with_term[number];
    }
  }
}

}  // namespace

std::vector<TagCounts> count_elements(const Index& index, const Query& query,
                                      const std::vector<TermList>& lists) {
  std::vector<TagCounts> counts;
  std::vector<std::optional<std::uint32_t>> numbers;
  for (const std::string& name : query.tags) {
    numbers.push_back(index.find_tag(name));
    TagCounts tag;
    if (numbers.back()) {
      tag.elements = index.tags()[*numbers.back()].elements;
      tag.words = index.tags()[*numbers.back()].words;
      tag.fields = index.tags()[*numbers.back()].fields;
    }
    tag.with_term.resize(query.terms.size());
    counts.push_back(std::move(tag));
  }
  const std::vector<std::uint32_t>& classes = index.classes().tags();
  std::vector<std::uint64_t> of_classes;
  for (std::size_t term = 0; query.tags_with_terms && term < query.terms.size(); ++term) {
    if (query.terms[term].tag || lists[term].counts.documents == 0) continue;
    const bool has_classes =
        lists[term].term != UINT64_MAX && index.classes().find(lists[term].term, of_classes);
    std::vector<AskedTag> asked;
    for (std::size_t place = 0; place < numbers.size(); ++place) {
      if (!numbers[place]) continue;
      const auto column = std::ranges::find(classes, *numbers[place]);
      if (has_classes && column != classes.end()) {
        counts[place].with_term[term] = of_classes[static_cast<std::size_t>(column - classes.begin())];
      } else {
        asked.push_back({place, *numbers[place], PostingCursor(index.tags()[*numbers[place]].postings)});
      }
    }
    if (!asked.empty()) count_in_documents(index, query.terms[term], term, asked, counts);
  }
  return counts;
}

}  // namespace fovea::search
