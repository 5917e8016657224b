#include "collection/collection.h"

#include <fmt/format.h>

namespace fovea {

std::optional<Span> Document::span_of(std::string_view path) const {
  const auto element = tree().find(path);
  if (!element) return std::nullopt;
  return tree().span(*element);
}

Collection::Collection(SectionFile file)
    : file_(std::move(file)), meta_(read_meta(file_)), tables_(stored_tables(file_)) {}

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

Document Collection::load(std::string_view id, const RecordPlace& place) const {
  try {
    const std::string_view bytes = file_.bytes();
    if (place.at > bytes.size() || place.size > bytes.size() - place.at) {
      throw CorruptFile("its record is out of the file");
    }
    const RecordView record(bytes.substr(place.at, place.size));
    if (record.id() != id) throw CorruptFile("its record belongs to another document");
    return Document(record);
  } catch (const CorruptFile& corrupt) {
    throw CorruptFile(fmt::format("{}: document {}: {}", path(), quote(id), corrupt.what()));
  }
}

std::optional<Document> Collection::find(std::string_view id) const {
  const RecordPlace* const place = find_place(tables_, id);
  if (place == nullptr || place->at == 0) return std::nullopt;
  return load(id, *place);
}

void Collection::walk(const std::function<bool(std::string_view, const RecordPlace&)>& visit) const {
  std::vector<IdTable> tables;
  for (const StoredTable& stored : tables_) tables.push_back(stored.table);
  for (IdMerge merge(std::move(tables)); merge.next();) {
    if (merge.place().at != 0 && !visit(merge.id(), merge.place())) return;
  }
}

void Collection::each(const std::function<bool(const Document&)>& visit) const {
  walk([&](std::string_view id, const RecordPlace& place) { return visit(load(id, place)); });
}

void Collection::each_id(const std::function<bool(std::string_view)>& visit) const {
  walk([&](std::string_view id, const RecordPlace&) { return visit(id); });
}

}  // namespace fovea
