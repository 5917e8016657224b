#include "collection/id_table.h"

#include <algorithm>
#include <ranges>

#include "collection/collection_kind.h"

namespace fovea {

namespace {

/// A table is merged with new ids that are at least this part of it.
constexpr std::uint64_t kMergedPart = 8;
/// What an id takes in memory beside its bytes.
constexpr std::size_t kBytesPerId = 96;

[[noreturn]] void corrupt_ids(const char* what) {
  throw CorruptFile(std::string("the table of ids is corrupt: ") + what);
}

}  // namespace

IdTable::IdTable(std::string_view places, std::string_view ids, std::size_t section)
    : entries_(reinterpret_cast<const IdEntry*>(places.data()), places.size() / sizeof(IdEntry)),
      ids_(ids),
      section_(section) {
  if (places.size() % sizeof(IdEntry) != 0) corrupt_ids("an entry is cut");
}

std::string_view IdTable::id(std::size_t index) const {
  const std::uint64_t begin = index == 0 ? 0 : entries_[index - 1].id_end;
  const std::uint64_t end = entries_[index].id_end;
  if (begin > end || end > ids_.size()) corrupt_ids("an id is out of its table");
  return ids_.substr(begin, end - begin);
}

std::optional<std::size_t> IdTable::row_of(std::string_view wanted) const {
  const std::size_t at = *std::ranges::lower_bound(std::views::iota(std::size_t{0}, size()), wanted, {},
                                                   [&](std::size_t index) { return id(index); });
  return at < size() && id(at) == wanted ? std::optional(at) : std::nullopt;
}

std::vector<IdTable> stored_tables(const SectionFile& file) {
  std::vector<IdTable> tables;
  const std::vector<StoredSection>& sections = file.sections();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].name != kPlacesSection) continue;
    if (i + 1 == sections.size() || sections[i + 1].name != kIdsSection) corrupt_ids("its ids are missing");
    tables.emplace_back(sections[i].bytes, sections[i + 1].bytes, i);
  }
  return tables;
}

std::optional<TableRow> find_row(const std::vector<IdTable>& tables, std::string_view id) {
  for (std::size_t table = tables.size(); table-- > 0;) {
    if (const auto row = tables[table].row_of(id)) return TableRow{table, *row};
  }
  return std::nullopt;
}

const RecordPlace* find_place(const std::vector<IdTable>& tables, std::string_view id) {
  const auto row = find_row(tables, id);
  return row ? &tables[row->table].place(row->row) : nullptr;
}

IdMerge::IdMerge(const std::vector<IdTable>& tables) {
  for (const IdTable& table : tables) heads_.push_back({table, 0});
}

bool IdMerge::next() {
  const Head* first = nullptr;
  for (const Head& head : heads_) {
    if (head.index < head.table.size() &&
        (first == nullptr || head.table.id(head.index) <= first->table.id(first->index))) {
      first = &head;
    }
  }
  if (first == nullptr) return false;
  const std::string_view before = id_;
  id_ = first->table.id(first->index);
  place_ = first->table.place(first->index);
  if (id_ <= before) corrupt_ids("its ids are out of order");
  for (Head& head : heads_) {
    if (head.index < head.table.size() && head.table.id(head.index) == id_) ++head.index;
  }
  return true;
}

IdTableFile::IdTableFile(const std::string& path)
    : places_(AppendFile::unnamed(path)), ids_(AppendFile::unnamed(path)) {}

void IdTableFile::add(std::string_view id, const RecordPlace& place) {
  ids_.write(id);
  const IdEntry entry{place, ids_.at()};
  places_.write({reinterpret_cast<const char*>(&entry), sizeof entry});
}

void IdTableFile::write_to(SectionWriter& out) {
  out.begin(kPlacesSection);
  out.write(places_);
  out.begin(kIdsSection);
  out.write(ids_);
}

void NewIds::put(std::string_view id, const RecordPlace& place) {
  if (!recent_.insert_or_assign(std::string(id), place).second) return;
  bytes_ += id.size() + kBytesPerId;
  if (bytes_ > most_bytes_) spill();
}

const RecordPlace* NewIds::find(std::string_view id) const {
  if (const auto known = recent_.find(id); known != recent_.end()) return &known->second;
  return find_place(spilled_, id);
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

void write_ids(NewIds& ids, const std::vector<IdTable>& before, const std::string& path, SectionWriter& out) {
  std::vector<IdTable> tables = ids.tables();
  std::uint64_t size = 0;
  for (const IdTable& table : tables) size += table.size();
  std::size_t kept = before.size();
  for (; kept > 0 && before[kept - 1].size() / kMergedPart <= size; --kept) {
    const IdTable& merged = before[kept - 1];
    tables.insert(tables.begin(), merged);
    size += merged.size();
    out.drop(merged.section());
    out.drop(merged.section() + 1);
  }
  IdTableFile file(path);
  for (IdMerge merge(tables); merge.next();) {
    // Nothing is left that an entry without a place would hide.
    if (kept > 0 || merge.place().at != 0) file.add(merge.id(), merge.place());
  }
  file.write_to(out);
}

}  // namespace fovea
