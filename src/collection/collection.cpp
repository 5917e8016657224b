#include "collection/collection.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "collection/collection_kind.h"
#include "collection/document_lengths.h"
#include "collection/id_table.h"
#include "files/section_file.h"

namespace fovea {

struct Collection::Stored {
  explicit Stored(SectionFile from)
      : file(std::move(from)), meta(read_meta(file)), tables(stored_tables(file)) {}
  SectionFile file;
  CollectionMeta meta;
  std::vector<IdTable> tables;
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
  const RecordPlace* const place = find_place(stored_->tables, id);
  if (place == nullptr || place->at == 0) return std::nullopt;
  try {
    const std::string_view bytes = stored_->file.bytes();
    if (place->at > bytes.size() || place->size > bytes.size() - place->at) {
      throw CorruptFile("its record is out of the file");
    }
    const Document document(bytes.substr(place->at, place->size));
    if (document.id() != id) throw CorruptFile("its record belongs to another document");
    return document;
  } catch (const CorruptFile& corrupt) {
    throw CorruptFile(fmt::format("{}: document {}: {}", path(), quote(id), corrupt.what()));
  }
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
