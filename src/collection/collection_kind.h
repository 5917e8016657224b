// What makes a file of sections a collection; docs/specs/collection.md tells the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "files/section_file.h"

namespace fovea {

/// In bytes; documents with longer ids are refused.
inline constexpr std::size_t kLongestId = 510;

/// Whether these are the bytes of a collection of version 1, which was an LMDB file.
inline bool is_lmdb_collection(std::string_view file) {
  constexpr std::string_view kLmdbMagic("\xDE\xC0\xEF\xBE\x01\x00\x00\x00", 8);
  // The collection's header under its key "c"; whatever was written last stands near the end.
  return file.size() > 16 && file.substr(16).starts_with(kLmdbMagic) &&
         file.rfind("cfovea collection") != std::string_view::npos;
}

inline constexpr SectionKind kCollectionKind{.name = "fovea collection",
                                             .version = 3,
                                             .noun = "a collection",
                                             .maker = "fovea catalog build",
                                             .outdated = is_lmdb_collection};

inline constexpr std::string_view kMetaSection = "meta";
inline constexpr std::string_view kRecordsSection = "records";
inline constexpr std::string_view kPlacesSection = "places";
inline constexpr std::string_view kIdsSection = "ids";

/// The section `meta`.
struct CollectionMeta {
  std::uint64_t documents = 0;
  /// How many records were ever stored. Together with `documents` it tells whether a collection has changed.
  std::uint64_t next_number = 0;
};
/// Throws CorruptFile.
inline CollectionMeta read_meta(const SectionFile& file) {
  file.check(file.find(kMetaSection));
  const auto meta = file.numbers<CollectionMeta>(kMetaSection);
  if (meta.size() != 1) throw CorruptFile("the file is corrupt: its numbers are missing");
  return meta.front();
}

}  // namespace fovea
