// From the id of a document to the place of its record, for more ids than fit into memory.
//
// A stored IdTable holds entries in the order of the ids' bytes and is searched by bisection. A collection has one
// table when it is built. What is added or removed later goes into a table of its own, which counts before the older
// ones; a removed document has an entry without a place. Such a table is merged with those before it that are not
// much larger, so that there are few tables and an id is written again only as often as the logarithm of their number.
//
// NewIds takes ids in any order. When there are too many for memory they are sorted into unnamed files, which are
// merged in the end.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/append_file.h"
#include "files/section_file.h"
#include "files/section_writer.h"

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
  /// The bytes of the sections `places` and `ids`; `section` is the number of the former, if they are stored.
  IdTable(std::string_view places, std::string_view ids, std::size_t section = 0);

  std::size_t size() const { return entries_.size(); }
  std::size_t section() const { return section_; }
  std::string_view id(std::size_t index) const;
  const RecordPlace& place(std::size_t index) const { return entries_[index].place; }
  /// Nothing if the table does not know the id.
  std::optional<std::size_t> row_of(std::string_view id) const;

 private:
  std::span<const IdEntry> entries_;
  std::string_view ids_;
  std::size_t section_;
};

/// The tables of a collection, the oldest first.
std::vector<IdTable> stored_tables(const SectionFile& file);

/// A row of one of several tables.
struct TableRow {
  std::size_t table = 0;
  std::size_t row = 0;
};
/// The row of the newest table that knows the id; nothing if none does.
std::optional<TableRow> find_row(const std::vector<IdTable>& tables, std::string_view id);
/// What it says of it.
const RecordPlace* find_place(const std::vector<IdTable>& tables, std::string_view id);

/// Walks tables, the oldest first, in the order of the ids:
///
///     for (IdMerge merge(tables); merge.next();) … merge.id(), merge.place() …
///
/// Of an id that several tables know the newest counts.
class IdMerge {
 public:
  explicit IdMerge(const std::vector<IdTable>& tables);

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

/// A table that is being written, entry by entry in the order of the ids.
class IdTableFile {
 public:
  /// In unnamed files beside `path`.
  explicit IdTableFile(const std::string& path);
  void add(std::string_view id, const RecordPlace& place);
  /// What was added; nothing can be added afterwards.
  IdTable table() { return {places_.bytes(), ids_.bytes()}; }
  void write_to(SectionWriter& out);

 private:
  AppendFile places_;
  AppendFile ids_;
};

/// New ids in any order. Memory holds some megabytes of them, unnamed files the rest.
class NewIds {
 public:
  /// `path` is that of the collection; `most_bytes` is what memory may hold.
  explicit NewIds(std::string path, std::size_t most_bytes = std::size_t{32} << 20)
      : path_(std::move(path)), most_bytes_(most_bytes) {}

  /// Replaces what was put for this id before.
  void put(std::string_view id, const RecordPlace& place);
  /// Nothing if this id was never put.
  const RecordPlace* find(std::string_view id) const;
  /// All that was put, the oldest first, for IdMerge. Nothing can be put afterwards.
  std::vector<IdTable> tables();

 private:
  void spill();

  std::string path_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::map<std::string, RecordPlace, std::less<>> recent_;
  std::vector<IdTableFile> files_;
  std::vector<IdTable> spilled_;
};

/// Writes the new ids to `out`, merged with those tables of the collection that are not much larger, which are
/// dropped.
void write_ids(NewIds& ids, const std::vector<IdTable>& before, const std::string& path, SectionWriter& out);

}  // namespace fovea
