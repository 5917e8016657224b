#include "search/ranking/counts.h"

#include <cassert>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::string_view kCountsKind = "fovea counts 1\n";

}  // namespace

QueryCounts merge(QueryCounts a, const QueryCounts& b) {
  assert(a.terms.size() == b.terms.size());
  a.documents += b.documents;
  a.sentences += b.sentences;
  a.words += b.words;
  a.characters += b.characters;
  for (std::size_t i = 0; i < kFields; ++i) a.field_words[i] += b.field_words[i];
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    a.terms[i].documents += b.terms[i].documents;
    a.terms[i].sentences += b.terms[i].sentences;
    a.terms[i].occurrences += b.terms[i].occurrences;
  }
  return a;
}

std::string to_bytes(const QueryCounts& counts) {
  std::string bytes(kCountsKind);
  for (const std::uint64_t value : {counts.documents, counts.sentences, counts.words, counts.characters})
    put_number(bytes, value);
  for (const std::uint64_t value : counts.field_words) put_number(bytes, value);
  put_number(bytes, counts.terms.size());
  for (const TermCounts& term : counts.terms) {
    put_number(bytes, term.documents);
    put_number(bytes, term.sentences);
    put_number(bytes, term.occurrences);
  }
  return bytes;
}

QueryCounts counts_from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kCountsKind)) throw CorruptFile("these are no counts of a query");
  ByteReader reader(bytes, kCountsKind.size());
  QueryCounts counts;
  counts.documents = reader.number();
  counts.sentences = reader.number();
  counts.words = reader.number();
  counts.characters = reader.number();
  for (std::uint64_t& value : counts.field_words) value = reader.number();
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    TermCounts term;
    term.documents = reader.number();
    term.sentences = reader.number();
    term.occurrences = reader.number();
    counts.terms.push_back(term);
  }
  if (!reader.at_end()) throw CorruptFile("something stands behind the counts of a query");
  return counts;
}

}  // namespace fovea::search
