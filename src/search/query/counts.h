// The statistics that models need, counted per query and index: integers, so that shards add up exactly.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/fields.h"

namespace fovea::search {

/// Postings of one impact.
struct ImpactCount {
  std::uint32_t impact = 0;
  std::uint64_t postings = 0;

  friend bool operator==(const ImpactCount&, const ImpactCount&) = default;
};

struct TermCounts {
  std::uint64_t documents = 0;  ///< n
  std::uint64_t sentences = 0;
  std::uint64_t occurrences = 0;  ///< cf
  /// Of an index with impacts, the highest first: where a list may end depends on all shards.
  std::vector<ImpactCount> impacts;

  friend bool operator==(const TermCounts&, const TermCounts&) = default;
};

/// The elements of one tag.
struct TagCounts {
  std::uint64_t elements = 0;  ///< N_g: those with words
  std::uint64_t words = 0;
  FieldWords fields{};  ///< as TagEntry has them
  /// n_g: those that hold a term, in the order of Query::terms; 0 for terms that are tags.
  std::vector<std::uint64_t> with_term;

  friend bool operator==(const TagCounts&, const TagCounts&) = default;
};

struct QueryCounts {
  std::uint64_t documents = 0;  ///< N
  std::uint64_t sentences = 0;
  std::uint64_t words = 0;  ///< C
  std::uint64_t characters = 0;
  FieldWords field_words{};
  /// In the order of Query::terms.
  std::vector<TermCounts> terms;
  /// In the order of Query::tags.
  std::vector<TagCounts> tags;

  friend bool operator==(const QueryCounts&, const QueryCounts&) = default;
};

/// Counts of one query in two parts of a collection, brought together; associative and commutative.
QueryCounts merge(QueryCounts a, const QueryCounts& b);

/// The byte form (docs/specs/partial.md), for those who count on several machines.
std::string to_bytes(const QueryCounts& counts);
/// Throws CorruptFile when they are none.
QueryCounts counts_from_bytes(std::string_view bytes);

}  // namespace fovea::search
