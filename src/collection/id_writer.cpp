#include "collection/id_writer.h"

#include <utility>

#include "collection/collection_kind.h"

namespace fovea {

namespace {

/// A table is merged with new ids that are at least this part of it.
constexpr std::uint64_t kMergedPart = 8;
/// What an id takes in memory beside its bytes.
constexpr std::size_t kBytesPerId = 96;

}  // namespace

IdTableFile::IdTableFile(const std::string& path)
    : places_(AppendFile::unnamed(path)), ids_(AppendFile::unnamed(path)) {}

void IdTableFile::add(std::string_view id, const RecordPlace& place) {
  ids_.write(id);
  const IdEntry entry{place, ids_.at()};
  places_.write({reinterpret_cast<const char*>(&entry), sizeof entry});
}

IdTable IdTableFile::table() {
  return {places_.bytes(), ids_.bytes()};
}

void IdTableFile::write_to(SectionWriter& out) {
  out.begin(kPlacesSection);
  out.write(places_);
  out.begin(kIdsSection);
  out.write(ids_);
}

NewIds::NewIds(std::string path, std::size_t most_bytes) : path_(std::move(path)), most_bytes_(most_bytes) {}

void NewIds::put(std::string_view id, const RecordPlace& place) {
  const auto known = recent_.lower_bound(id);
  if (known != recent_.end() && known->first == id) {
    known->second = place;
    return;
  }
  recent_.emplace_hint(known, id, place);
  bytes_ += id.size() + kBytesPerId;
  if (bytes_ > most_bytes_) spill();
}

const RecordPlace* NewIds::find(std::string_view id) const {
  if (const auto known = recent_.find(id); known != recent_.end()) return &known->second;
  for (auto table = spilled_.rbegin(); table != spilled_.rend(); ++table) {
    if (const RecordPlace* const place = table->find(id)) return place;
  }
  return nullptr;
}

void NewIds::spill() {
  if (recent_.empty()) return;
  files_.emplace_back(path_);
  for (const auto& [id, place] : recent_) files_.back().add(id, place);
  spilled_.push_back(files_.back().table());
  recent_.clear();
  bytes_ = 0;
}

std::vector<IdTable> NewIds::tables() {
  spill();
  return spilled_;
}

void write_ids(NewIds& ids, const std::vector<StoredTable>& before, const std::string& path,
               SectionWriter& out) {
  std::vector<IdTable> tables = ids.tables();
  std::uint64_t size = 0;
  for (const IdTable& table : tables) size += table.size();
  std::size_t kept = before.size();
  for (; kept > 0 && before[kept - 1].table.size() / kMergedPart <= size; --kept) {
    const StoredTable& merged = before[kept - 1];
    tables.insert(tables.begin(), merged.table);
    size += merged.table.size();
    out.drop(merged.places);
    out.drop(merged.ids);
  }
  IdTableFile file(path);
  for (IdMerge merge(tables); merge.next();) {
    // Nothing is left that an entry without a place would hide.
    if (kept > 0 || merge.place().at != 0) file.add(merge.id(), merge.place());
  }
  file.write_to(out);
}

}  // namespace fovea
