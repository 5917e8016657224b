#include "search/query/article_hits.h"

#include <algorithm>

namespace fovea::search {

namespace {

std::uint32_t end_of_words(const ElementWords& element) {
  return element.first_word + element.words;
}

}  // namespace

UnitWords ArticleHits::unit(std::uint32_t element) const {
  return {elements[element].first_word, end_of_words(elements[element]), element};
}

HitRange hits_from(const std::vector<WordInterval>& hits, const UnitWords& unit) {
  const auto begin = std::ranges::lower_bound(hits, unit.first, {}, &WordInterval::first);
  const auto end = std::lower_bound(begin, hits.end(), unit.end,
                                    [](const WordInterval& hit, std::uint32_t at) { return hit.first < at; });
  return {static_cast<std::size_t>(begin - hits.begin()), static_cast<std::size_t>(end - hits.begin())};
}

std::uint32_t ArticleHits::tf(const UnitWords& unit, std::size_t term) const {
  if (unit.element != kNoElement) return tfs[unit.element * terms() + term];
  const HitRange range = hits_from(hits[term], unit);
  std::uint32_t count = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) count += hits[term][i].end <= unit.end ? 1 : 0;
  return count;
}

double ArticleHits::length_of(const UnitWords& unit) const {
  return unit.element == 0 ? length : unit.end - unit.first;
}

std::uint32_t ArticleHits::subtree_end(std::uint32_t element) const {
  const std::uint32_t end = end_of_words(elements[element]);
  std::uint32_t at = element + 1;
  while (at < elements.size() && elements[at].first_word < end) ++at;
  return at;
}

void ArticleHits::count() {
  innermost.assign(terms(), {});
  tfs.assign(elements.size() * terms(), 0);
  std::vector<std::uint32_t> open;
  for (std::size_t term = 0; term < terms(); ++term) {
    open.clear();
    std::uint32_t next = 0;
    for (const WordInterval& hit : hits[term]) {
      for (; next < elements.size() && elements[next].first_word <= hit.first; ++next) {
        while (!open.empty() && end_of_words(elements[open.back()]) <= elements[next].first_word)
          open.pop_back();
        open.push_back(next);
      }
      while (!open.empty() && end_of_words(elements[open.back()]) <= hit.first) open.pop_back();
      auto holder = open.rbegin();
      while (holder != open.rend() && end_of_words(elements[*holder]) < hit.end) ++holder;
      if (holder == open.rend()) ByteReader::fail();
      innermost[term].push_back(*holder);
      ++tfs[*holder * terms() + term];
    }
  }
  // Children follow their parents.
  for (std::size_t i = elements.size(); i-- > 1;) {
    for (std::size_t term = 0; term < terms(); ++term)
      tfs[parents[i] * terms() + term] += tfs[i * terms() + term];
  }
}

ArticleReader::ArticleReader(const Index& index, const std::vector<QueryTerm>& terms) : index_(index) {
  occurrences_.reserve(terms.size());
  for (const QueryTerm& term : terms) occurrences_.emplace_back(index, term);
}

void ArticleReader::read(DocumentNumber document, ArticleHits& article) {
  article.document = document;
  article.length = index_.length(document);
  index_.read_elements(document, article.elements);
  if (article.elements.empty() || article.length == 0) ByteReader::fail();
  article.parents.resize(article.elements.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < article.elements.size(); ++i) {
    while (!open.empty() && end_of_words(article.elements[open.back()]) <= article.elements[i].first_word)
      open.pop_back();
    // One root, and everything inside what stands above it.
    const ElementWords& element = article.elements[i];
    if (open.empty() != (i == 0) || end_of_words(element) <= element.first_word) ByteReader::fail();
    if (i > 0 && end_of_words(element) > end_of_words(article.elements[open.back()])) ByteReader::fail();
    article.parents[i] = open.empty() ? kNoElement : open.back();
    open.push_back(i);
  }
  article.hits.resize(occurrences_.size());
  for (std::size_t term = 0; term < occurrences_.size(); ++term) {
    occurrences_[term].seek(document);
    article.hits[term].clear();
    if (occurrences_[term].document() == document) article.hits[term] = occurrences_[term].where();
  }
  article.count();
}

}  // namespace fovea::search
