#include "search/ranking/term_list.h"

#include <algorithm>
#include <stdexcept>

#include "search/index/positions.h"

namespace fovea::search {

namespace {

/// One word of a phrase while its documents are looked through.
struct PhraseWord {
  std::uint32_t offset;  ///< from the first word
  PostingCursor cursor;
  PositionReader positions;
  std::vector<std::uint32_t> where;
};

/// Whether all words stand in one document; goes on to it if not at the end.
bool align(std::vector<PhraseWord>& words) {
  DocumentNumber target = words.front().cursor.document();
  for (std::size_t agreed = 0; agreed < words.size();) {
    if (target == kNoDocument) return false;
    agreed = 0;
    for (PhraseWord& word : words) {
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

/// Where the phrase begins in the document at which all cursors stand.
std::vector<std::uint32_t> occurrences(std::vector<PhraseWord>& words) {
  std::vector<std::uint32_t> begins;
  for (PhraseWord& word : words) {
    const std::uint64_t before = word.cursor.occurrences_before();
    word.positions.read(before, word.cursor.tf(), word.where);
  }
  for (const std::uint32_t begin : words.front().where) {
    if (std::all_of(words.begin() + 1, words.end(), [&](const PhraseWord& word) {
          return std::ranges::binary_search(word.where, begin + word.offset);
        }))
      begins.push_back(begin);
  }
  return begins;
}

std::uint64_t sentences_with(const std::vector<std::uint32_t>& positions,
                             const std::vector<SentenceStart>& starts) {
  std::uint64_t count = 0;
  auto last = starts.end();
  for (const std::uint32_t position : positions) {
    const auto found = std::ranges::upper_bound(starts, position, {}, &SentenceStart::first_word);
    count += found == last && count > 0 ? 0 : 1;
    last = found;
  }
  return count;
}

TermList find_phrase(const Index& index, const QueryTerm& term) {
  if (!index.facts().positions) throw std::invalid_argument("a phrase needs an index with positions");
  TermList list;
  std::vector<PhraseWord> words;
  for (std::uint32_t i = 0; i < term.words.size(); ++i) {
    if (term.words[i].empty()) continue;
    const auto entry = index.find_term(term.words[i]);
    if (!entry) return list;
    words.push_back({i, PostingCursor(entry->postings), PositionReader(entry->positions, entry->cf), {}});
  }
  auto bytes = std::make_shared<std::string>();
  const auto sink = [&](std::string_view piece) { *bytes += piece; };
  PostingWriter writer;
  std::vector<SentenceStart> starts;
  for (; align(words); words.front().cursor.next()) {
    const auto begins = occurrences(words);
    if (begins.empty()) continue;
    const DocumentNumber document = words.front().cursor.document();
    writer.add(document, static_cast<std::uint32_t>(begins.size()), index.length(document), sink);
    index.read_sentences(document, starts);
    list.counts.sentences += sentences_with(begins, starts);
  }
  list.counts.documents = writer.df();
  list.counts.occurrences = writer.cf();
  list.largest_tf = writer.largest_tf();
  list.smallest_length = writer.smallest_length();
  const std::uint32_t df = writer.df();
  writer.finish(sink);
  if (df > 0) list.postings = PostingList(*bytes, df, index.documents());
  list.made = std::move(bytes);
  return list;
}

}  // namespace

TermList find_list(const Index& index, const QueryTerm& term) {
  if (term.is_phrase()) return find_phrase(index, term);
  TermList list;
  const auto entry = index.find_term(term.words.front());
  if (!entry) return list;
  list.counts = {entry->df, entry->sf, entry->cf};
  list.largest_tf = entry->largest_tf;
  list.smallest_length = entry->smallest_length;
  list.postings = entry->postings;
  list.term = entry->number;
  list.positions = entry->positions;
  return list;
}

}  // namespace fovea::search
