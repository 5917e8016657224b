#include "collection/id_table.h"

#include <string>

#include "collection/collection_kind.h"

namespace fovea {

namespace {

[[noreturn]] void corrupt_ids(const char* what) {
  throw CorruptFile(std::string("the table of ids is corrupt: ") + what);
}

}  // namespace

IdTable::IdTable(std::string_view places, std::string_view ids)
    : entries_(reinterpret_cast<const IdEntry*>(places.data()), places.size() / sizeof(IdEntry)), ids_(ids) {
  if (places.size() % sizeof(IdEntry) != 0) corrupt_ids("an entry is cut");
}

std::string_view IdTable::id(std::size_t index) const {
  const std::uint64_t begin = index == 0 ? 0 : entries_[index - 1].id_end;
  const std::uint64_t end = entries_[index].id_end;
  if (begin > end || end > ids_.size()) corrupt_ids("an id is out of its table");
  return ids_.substr(begin, end - begin);
}

const RecordPlace* IdTable::find(std::string_view wanted) const {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (id(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < size() && id(low) == wanted ? &place(low) : nullptr;
}

std::vector<StoredTable> stored_tables(const SectionFile& file) {
  std::vector<StoredTable> tables;
  const std::vector<Section>& sections = file.sections();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].name != kPlacesSection) continue;
    // Its ids follow.
    if (i + 1 == sections.size() || sections[i + 1].name != kIdsSection) corrupt_ids("its ids are missing");
    tables.push_back({IdTable(sections[i].bytes, sections[i + 1].bytes), i, i + 1});
  }
  return tables;
}

IdMerge::IdMerge(std::vector<IdTable> tables) {
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

}  // namespace fovea
