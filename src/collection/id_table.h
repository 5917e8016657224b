// From the id of a document to the place of its record, for more ids than fit into memory.
//
// A stored IdTable holds entries in the order of the ids' bytes and is searched by bisection. A collection has
// one table when it is built. What is added or removed later goes into a table of its own, which counts before the
// older ones; collection/id_writer.h keeps them few. A removed document has an entry without a place.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "files/section_file.h"

namespace fovea {

/// Where in the file a record stands.
struct RecordPlace {
  std::uint64_t at = 0;  ///< 0: the document was removed
  std::uint64_t size = 0;
};

/// A row of the section `places`.
struct IdEntry {
  RecordPlace place;
  std::uint64_t id_end = 0;  ///< in the section `ids`, where the id before ends and this one begins
};

/// A table that lies in memory or in a mapped file. Damage throws CorruptFile.
class IdTable {
 public:
  /// The sections `places` and `ids`.
  IdTable(std::string_view places, std::string_view ids);

  std::size_t size() const { return entries_.size(); }
  std::string_view id(std::size_t index) const;
  const RecordPlace& place(std::size_t index) const { return entries_[index].place; }
  /// Nothing if the table does not know the id.
  const RecordPlace* find(std::string_view id) const;

 private:
  std::span<const IdEntry> entries_;
  std::string_view ids_;
};

/// A table of a collection, and the numbers of its sections.
struct StoredTable {
  IdTable table;
  std::size_t places;
  std::size_t ids;
};

/// The tables of a collection, the oldest first.
std::vector<StoredTable> stored_tables(const SectionFile& file);

/// What the newest table that knows the id says of it.
template <class Tables>
const RecordPlace* find_place(const Tables& tables, std::string_view id) {
  for (auto stored = tables.rbegin(); stored != tables.rend(); ++stored) {
    if (const RecordPlace* const place = stored->table.find(id)) return place;
  }
  return nullptr;
}

/// Walks tables, the oldest first, in the order of the ids:
///
///     for (IdMerge merge(tables); merge.next();) … merge.id(), merge.place() …
///
/// Of an id that several tables know the newest counts.
class IdMerge {
 public:
  explicit IdMerge(std::vector<IdTable> tables);

  bool next();
  std::string_view id() const { return id_; }
  const RecordPlace& place() const { return place_; }

 private:
  struct Head {
    IdTable table;
    std::size_t index;
  };
  std::vector<Head> heads_;
  std::string_view id_;
  RecordPlace place_;
};

}  // namespace fovea
