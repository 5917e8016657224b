#include "search/query/term_list.h"

#include <algorithm>

#include "search/index/impacts.h"
#include "search/query/occurrences.h"

namespace fovea::search {

namespace {

std::uint64_t sentences_with(const std::vector<WordInterval>& where,
                             const std::vector<SentenceStart>& starts) {
  std::uint64_t count = 0;
  auto last = starts.end();
  for (const WordInterval& each : where) {
    const auto found = std::ranges::upper_bound(starts, each.first, {}, &SentenceStart::first_word);
    count += found == last && count > 0 ? 0 : 1;
    last = found;
  }
  return count;
}

TermList find_phrase(const Index& index, const QueryTerm& term) {
  TermList list;
  auto bytes = std::make_shared<std::string>();
  const auto sink = [&](std::string_view piece) { *bytes += piece; };
  PostingWriter writer;
  std::vector<SentenceStart> starts;
  for (Occurrences phrase(index, term); phrase.document() != kNoDocument; phrase.next()) {
    const DocumentNumber document = phrase.document();
    writer.add(document, static_cast<std::uint32_t>(phrase.where().size()), index.length(document), sink);
    index.read_sentences(document, starts);
    list.counts.sentences += sentences_with(phrase.where(), starts);
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

TermList find_tag_list(const Index& index, const std::string& name) {
  TermList list;
  const auto number = index.find_tag(name);
  if (!number) return list;
  const TagEntry& tag = index.tags()[*number];
  list.counts = {tag.df, 0, tag.elements, {}};
  list.largest_tf = tag.largest_tf;
  list.smallest_length = tag.smallest_length;
  list.postings = tag.postings;
  return list;
}

}  // namespace

TermList find_list(const Index& index, const QueryTerm& term) {
  if (term.tag) return find_tag_list(index, term.words.front());
  if (term.is_phrase()) return find_phrase(index, term);
  TermList list;
  const auto entry = index.find_term(term.words.front());
  if (!entry) return list;
  list.counts = {entry->df, entry->sf, entry->cf, {}};
  list.largest_tf = entry->largest_tf;
  list.smallest_length = entry->smallest_length;
  list.postings = entry->postings;
  list.term = entry->number;
  list.positions = entry->positions;
  if (index.facts().impact_bits > 0) {
    for (const ImpactSegment& segment : read_segments(index.impact_list(entry->number)))
      list.counts.impacts.push_back({segment.impact, segment.documents});
  }
  return list;
}

}  // namespace fovea::search
