#include "collection/writer.h"

#include <fmt/format.h>

#include <utility>

#include "collection/collection.h"
#include "collection/packed.h"
#include "collection/record.h"

namespace fovea {

CollectionWriter::CollectionWriter(std::unique_ptr<SectionWriter> out, const std::string& path)
    : path_(path), out_(std::move(out)), ids_(path) {}

std::unique_ptr<CollectionWriter> CollectionWriter::create(const std::string& path, Existing existing,
                                                           Diagnostics& diagnostics) {
  auto out = SectionWriter::create(path, kCollectionKind, existing, diagnostics);
  if (!out) return nullptr;
  return std::unique_ptr<CollectionWriter>(new CollectionWriter(std::move(out), path));
}

std::unique_ptr<CollectionWriter> CollectionWriter::open(const std::string& path, Diagnostics& diagnostics) {
  auto out = SectionWriter::open(path, kCollectionKind, diagnostics);
  if (!out) return nullptr;
  std::unique_ptr<CollectionWriter> writer(new CollectionWriter(std::move(out), path));
  const SectionFile& file = writer->out_->before();
  try {
    writer->meta_ = read_meta(file);
    writer->before_ = stored_tables(file);
    for (std::size_t i = 0; i < file.sections().size(); ++i) {
      const StoredSection& section = file.sections()[i];
      if (section.name == kMetaSection) writer->out_->drop(i);
      // What is merged into new tables must be what was written.
      if (section.name != kRecordsSection) file.check(section);
    }
  } catch (const CorruptFile& corrupt) {
    diagnostics.error({path}, "corrupt", corrupt.what());
    return nullptr;
  }
  return writer;
}

const RecordPlace* CollectionWriter::find(std::string_view id) const {
  const RecordPlace* place = ids_.find(id);
  if (place == nullptr) place = find_place(before_, id);
  return place == nullptr || place->at == 0 ? nullptr : place;
}

std::string CollectionWriter::source_of(const RecordPlace& place) {
  const std::string record = out_->read(place.at, place.size);
  try {
    return std::string(Document(record).source());
  } catch (const CorruptFile&) {
    return "another file";
  }
}

void CollectionWriter::add(const PackedDocument& document, Existing existing, Diagnostics& diagnostics) {
  if (const RecordPlace* const place = find(document.id)) {
    if (existing == Existing::kRefuse) {
      diagnostics.error({document.source}, "duplicate-id",
                        fmt::format("found the document id {} again, expected it once: it is that of {} too",
                                    quote(document.id), source_of(*place)));
      return;
    }
    ++replaced_;
    if (ids_.find(document.id) == nullptr) ++added_;
  } else {
    ++meta_.documents;
    ++added_;
  }
  ids_.put(document.id, append(document.record));
}

RecordPlace CollectionWriter::append(std::string_view record) {
  if (!std::exchange(in_records_, true)) out_->begin(kRecordsSection);
  const RecordPlace place{out_->at(), record.size()};
  out_->write(record);
  ++meta_.next_number;
  return place;
}

bool CollectionWriter::remove(std::string_view id) {
  if (find(id) == nullptr) return false;
  ids_.put(id, {});
  --meta_.documents;
  return true;
}

void CollectionWriter::finish() {
  write_ids(ids_, before_, path_, *out_);
  out_->begin(kMetaSection);
  out_->write(std::span<const CollectionMeta>(&meta_, 1));
  out_->finish();
}

bool CollectionWriter::compact(const std::string& path, Diagnostics& diagnostics,
                               const std::function<void(std::uint64_t)>& progress) {
  if (!Collection::open(path, diagnostics)) return false;
  const auto writer = create(path, Existing::kReplace, diagnostics);
  // Once more, now that nobody else can change it.
  const auto collection = writer ? Collection::open(path, diagnostics) : std::nullopt;
  if (!collection) return false;
  try {
    collection->each([&](const Document& document) {
      document.check_text_sums();
      writer->ids_.put(document.id(), writer->append(document.bytes()));
      progress(++writer->meta_.documents);
      return true;
    });
  } catch (const CorruptFile& corrupt) {
    diagnostics.error({path}, "corrupt", corrupt.what());
    return false;
  }
  writer->meta_.next_number = collection->next_number();
  writer->finish();
  return true;
}

}  // namespace fovea
