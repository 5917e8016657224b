#include "collection/collection.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "collection/collection_kind.h"
#include "collection/document_lengths.h"
#include "collection/id_table.h"
#include "files/section_file.h"

namespace fovea {

struct Collection::Stored {
  /// Which rows of a table lead to a record that was compared with its checksum.
  class CheckedRows {
   public:
    explicit CheckedRows(std::size_t rows) : words_(rows / kBits + 1) {}
    bool has(std::size_t row) const {
      return (words_[row / kBits].load(std::memory_order_relaxed) >> row % kBits & 1) != 0;
    }
    /// Two threads may both have checked it: there is no harm in that.
    void add(std::size_t row) {
      words_[row / kBits].fetch_or(std::uint64_t{1} << row % kBits, std::memory_order_relaxed);
    }

   private:
    static constexpr std::size_t kBits = 64;
    std::vector<std::atomic<std::uint64_t>> words_;
  };

  explicit Stored(SectionFile from)
      : file(std::move(from)), meta(read_meta(file)), tables(stored_tables(file)) {
    // A damaged id in a later table would bring back what it replaced. The first has nothing to bring back, and may be large.
    for (std::size_t i = 1; i < tables.size(); ++i) check_table(tables[i]);
    for (const IdTable& table : tables) checked.emplace_back(table.size());
  }

  /// Throws CorruptFile unless the first table of ids is as it was written. Only those who miss an id, or list all of them,
  /// depend on that.
  void check_ids() const {
    std::call_once(ids_checked, [this] {
      if (!tables.empty()) check_table(tables.front());
    });
  }

  SectionFile file;
  CollectionMeta meta;
  std::vector<IdTable> tables;
  mutable std::vector<CheckedRows> checked;

 private:
  void check_table(const IdTable& table) const {
    for (const std::size_t section : {table.section(), table.section() + 1})
      file.check(file.sections()[section]);
  }

  mutable std::once_flag ids_checked;
};

Collection::Collection(SectionFile file) : stored_(std::make_shared<const Stored>(std::move(file))) {}

std::uint64_t Collection::documents() const {
  return stored_->meta.documents;
}
std::uint64_t Collection::next_number() const {
  return stored_->meta.next_number;
}
const SectionFile& Collection::file() const {
  return stored_->file;
}
const std::string& Collection::path() const {
  return stored_->file.path();
}

std::optional<Collection> Collection::open(const std::string& path, Diagnostics& diagnostics) {
  auto file = SectionFile::open(path, kCollectionKind, diagnostics);
  if (!file) return std::nullopt;
  try {
    return Collection(std::move(*file));
  } catch (const CorruptFile& corrupt) {
    diagnostics.error({path}, "corrupt", corrupt.what());
    return std::nullopt;
  }
}

std::optional<Document> Collection::find(std::string_view id) const {
  try {
    const auto row = find_row(stored_->tables, id);
    if (!row) return missing();
    const auto document = document_at(*row, id);
    Stored::CheckedRows& checked = stored_->checked[row->table];
    if (document && !checked.has(row->row)) {
      document->check_sum();
      checked.add(row->row);
    }
    return document;
  } catch (const CorruptFile& corrupt) {
    throw CorruptFile(fmt::format("{}: document {}: {}", path(), quote(id), corrupt.what()));
  }
}

std::optional<Document> Collection::find_unchecked(std::string_view id) const {
  const auto row = find_row(stored_->tables, id);
  return row ? document_at(*row, id) : missing();
}

std::optional<Document> Collection::missing() const {
  stored_->check_ids();
  return std::nullopt;
}

std::optional<Document> Collection::document_at(const TableRow& row, std::string_view id) const {
  const RecordPlace& place = stored_->tables[row.table].place(row.row);
  if (place.at == 0) return missing();
  const std::string_view bytes = stored_->file.bytes();
  if (place.at > bytes.size() || place.size > bytes.size() - place.at)
    throw CorruptFile("its record is out of the file");
  const Document document(bytes.substr(place.at, place.size));
  if (document.id() != id) throw CorruptFile("its record belongs to another document");
  return document;
}

void Collection::each(const std::function<bool(const Document&)>& visit) const {
  each_id([&](std::string_view id) {
    const auto document = find(id);
    if (!document)
      throw CorruptFile(fmt::format("{}: document {}: cannot be found by its id", path(), quote(id)));
    return visit(*document);
  });
}

void Collection::each_id(const std::function<bool(std::string_view)>& visit) const {
  try {
    stored_->check_ids();
  } catch (const CorruptFile& corrupt) {
    throw CorruptFile(fmt::format("{}: {}", path(), corrupt.what()));
  }
  for (IdMerge merge(stored_->tables); merge.next();) {
    if (merge.place().at != 0 && !visit(merge.id())) return;
  }
}

DocumentLengths lengths_in(const Collection* collection) {
  if (collection == nullptr) return {};
  return [collection](std::string_view doc) -> std::optional<Offset> {
    const std::optional<Document> document = collection->find(doc);
    if (!document) return std::nullopt;
    return document->length();
  };
}

}  // namespace fovea
