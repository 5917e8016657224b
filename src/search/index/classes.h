// Classes: in how many elements of a tag a term stands, for the tags that cover most words.
//
// Bytes: number of tags, their numbers in the index's list of tags; then a record for each term of more than
// kClassDocuments documents, in the order of the terms: the gap from the number of the term with a record before (of
// the first of a block of 64: from 0), a mask of the tags whose count is not 0 (4 bytes), those counts. A table has per block the
// number of its first term and where it begins. The counts of rarer terms, and of other tags, are found in the documents.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/append_file.h"

namespace fovea::search {

/// Terms of more documents than this have a record.
inline constexpr std::uint32_t kClassDocuments = 16;
inline constexpr std::size_t kMostClasses = 32;

class ClassWriter {
 public:
  /// Writes to `out`, which must outlive this.
  ClassWriter(std::span<const std::uint32_t> tags, AppendFile& out);

  /// `counts`: one per tag. Terms ascend.
  void add(std::uint64_t term, std::span<const std::uint64_t> counts);
  const std::vector<std::uint64_t>& places() const { return places_; }

 private:
  AppendFile& out_;
  std::string packed_;
  std::vector<std::uint64_t> places_;
  std::uint64_t records_ = 0;
  std::uint64_t before_ = 0;
};

class Classes {
 public:
  Classes() = default;
  /// Throws CorruptFile when the places lead outside or a tag is not below `tags_of_index`.
  Classes(std::string_view bytes, std::span<const std::uint64_t> places, std::size_t tags_of_index);

  const std::vector<std::uint32_t>& tags() const { return tags_; }
  /// Counts in the order of tags(); false for a term without a record.
  bool find(std::uint64_t term, std::vector<std::uint64_t>& counts) const;

 private:
  std::string_view bytes_;
  std::span<const std::uint64_t> places_;
  std::vector<std::uint32_t> tags_;
};

}  // namespace fovea::search
