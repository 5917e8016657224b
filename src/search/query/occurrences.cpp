#include "search/query/occurrences.h"

#include <algorithm>
#include <cassert>

namespace fovea::search {

Occurrences::Occurrences(const Index& index, const QueryTerm& term) : insertions_(term.insertions) {
  assert(index.facts().positions);
  for (std::uint32_t i = 0; i < term.words.size(); ++i) {
    if (term.words[i].empty()) continue;
    const auto entry = index.find_term(term.words[i]);
    if (!entry) {
      words_.clear();
      return;
    }
    words_.push_back({i, PostingCursor(entry->postings), PositionReader(entry->positions), {}});
  }
  find();
}

void Occurrences::next() {
  words_.front().cursor.next();
  find();
}

void Occurrences::seek(DocumentNumber document) {
  if (document_ >= document) return;
  words_.front().cursor.seek(document);
  find();
}

void Occurrences::find() {
  for (; !words_.empty() && align(); words_.front().cursor.next()) {
    match();
    if (where_.empty()) continue;
    document_ = words_.front().cursor.document();
    return;
  }
  document_ = kNoDocument;
  where_.clear();
}

/// Goes to the next document that has all words; false when there is none.
bool Occurrences::align() {
  DocumentNumber target = words_.front().cursor.document();
  for (std::size_t agreed = 0; agreed < words_.size();) {
    if (target == kNoDocument) return false;
    agreed = 0;
    for (Word& word : words_) {
      word.cursor.seek(target);
      if (word.cursor.document() != target) {
        target = word.cursor.document();
        break;
      }
      ++agreed;
    }
  }
  return true;
}

void Occurrences::match() {
  where_.clear();
  for (Word& word : words_) {
    const std::uint64_t before = word.cursor.occurrences_before();
    word.positions.read(before, word.cursor.tf(), word.where);
  }
  std::vector<std::uint32_t> reached;
  std::vector<std::uint32_t> next;
  for (const std::uint32_t first : words_.front().where) {
    reached.assign(1, first);
    for (std::size_t i = 1; i < words_.size() && !reached.empty(); ++i) {
      const std::uint32_t step = words_[i].offset - words_[i - 1].offset;
      next.clear();
      for (const std::uint32_t from : reached) {
        const std::uint32_t least = std::max(from + step, next.empty() ? 0 : next.back() + 1);
        const std::uint32_t most = from + step * (1 + insertions_);
        for (auto place = std::ranges::lower_bound(words_[i].where, least);
             place != words_[i].where.end() && *place <= most; ++place)
          next.push_back(*place);
      }
      std::swap(reached, next);
    }
    if (reached.empty()) continue;
    where_.push_back({first, reached.front() + 1});
  }
}

}  // namespace fovea::search
