#include "search/query/counts.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "files/corrupt_file.h"
#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::string_view kCountsKind = "fovea counts 3\n";

std::vector<ImpactCount> merge_impacts(const std::vector<ImpactCount>& a, const std::vector<ImpactCount>& b) {
  std::vector<ImpactCount> both;
  std::ranges::merge(a, b, std::back_inserter(both), std::greater(), &ImpactCount::impact,
                     &ImpactCount::impact);
  std::vector<ImpactCount> sums;
  for (const ImpactCount& each : both) {
    if (sums.empty() || sums.back().impact != each.impact) {
      sums.push_back(each);
    } else {
      sums.back().postings += each.postings;
    }
  }
  return sums;
}

}  // namespace

QueryCounts merge(QueryCounts a, const QueryCounts& b) {
  if (a.terms.size() != b.terms.size() || a.tags.size() != b.tags.size())
    throw CorruptFile("counts of another query");
  a.documents += b.documents;
  a.sentences += b.sentences;
  a.words += b.words;
  a.characters += b.characters;
  for (std::size_t i = 0; i < kFields; ++i) a.field_words[i] += b.field_words[i];
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    a.terms[i].documents += b.terms[i].documents;
    a.terms[i].sentences += b.terms[i].sentences;
    a.terms[i].occurrences += b.terms[i].occurrences;
    a.terms[i].impacts = merge_impacts(a.terms[i].impacts, b.terms[i].impacts);
  }
  for (std::size_t i = 0; i < a.tags.size(); ++i) {
    a.tags[i].elements += b.tags[i].elements;
    a.tags[i].words += b.tags[i].words;
    for (std::size_t field = 0; field < kFields; ++field) a.tags[i].fields[field] += b.tags[i].fields[field];
    for (std::size_t term = 0; term < a.terms.size(); ++term)
      a.tags[i].with_term[term] += b.tags[i].with_term[term];
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
    put_number(bytes, term.impacts.size());
    for (const ImpactCount& each : term.impacts) {
      put_number(bytes, each.impact);
      put_number(bytes, each.postings);
    }
  }
  put_number(bytes, counts.tags.size());
  for (const TagCounts& tag : counts.tags) {
    put_number(bytes, tag.elements);
    put_number(bytes, tag.words);
    for (const std::uint64_t words : tag.fields) put_number(bytes, words);
    for (const std::uint64_t elements : tag.with_term) put_number(bytes, elements);
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
    for (std::uint64_t impacts = reader.number(); impacts > 0; --impacts) {
      const std::uint32_t impact = reader.number32();
      term.impacts.push_back({impact, reader.number()});
    }
    counts.terms.push_back(std::move(term));
  }
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    TagCounts tag;
    tag.elements = reader.number();
    tag.words = reader.number();
    for (std::uint64_t& words : tag.fields) words = reader.number();
    for (std::size_t i = 0; i < counts.terms.size(); ++i) tag.with_term.push_back(reader.number());
    counts.tags.push_back(std::move(tag));
  }
  if (!reader.at_end()) throw CorruptFile("something stands behind the counts of a query");
  return counts;
}

}  // namespace fovea::search
