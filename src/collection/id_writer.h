// Writing tables of ids, in memory that does not grow with them.
//
// New ids come in any order. When there are too many for memory they are sorted into unnamed files, which are merged
// in the end. New ids of an old collection are merged with those of its tables that are not much larger, so that
// there are few tables and an id is written again only as often as the logarithm of their number.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collection/id_table.h"
#include "files/append_file.h"
#include "files/section_writer.h"

namespace fovea {

/// A table that is being written, entry by entry in the order of the ids.
class IdTableFile {
 public:
  /// In unnamed files beside `path`.
  explicit IdTableFile(const std::string& path);
  void add(std::string_view id, const RecordPlace& place);
  /// What was added; nothing can be added afterwards.
  IdTable table();
  void write_to(SectionWriter& out);

 private:
  AppendFile places_;
  AppendFile ids_;
};

/// New ids in any order. Memory holds some megabytes of them, unnamed files the rest.
class NewIds {
 public:
  /// `path` is that of the collection; `most_bytes` is what memory may hold.
  explicit NewIds(std::string path, std::size_t most_bytes = std::size_t{32} << 20);

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
void write_ids(NewIds& ids, const std::vector<StoredTable>& before, const std::string& path,
               SectionWriter& out);

}  // namespace fovea
