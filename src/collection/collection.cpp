#include "collection/collection.h"

#include <fmt/format.h>

#include "collection/snapshot.h"

namespace fovea {

std::optional<Span> Document::span_of(std::string_view path) const {
  const auto element = tree().find(path);
  if (!element) return std::nullopt;
  return tree().span(*element);
}

namespace {

/// The document whose id's entry in the tree is `value`.
Document load_document(const Snapshot& snapshot, std::string_view id, std::string_view value) {
  try {
    const auto number = unpack_number(value);
    const auto bytes = number ? snapshot.tree().find(StoreKey::of_record(*number).view()) : std::nullopt;
    if (!bytes) throw CorruptCollection("its record is missing");
    const RecordView record(*bytes);
    if (record.id() != id) throw CorruptCollection("its record belongs to another document");
    return Document(record);
  } catch (const CorruptCollection& corrupt) {
    throw CorruptCollection(fmt::format("{}: document {}: {}", snapshot.path(), quote(id), corrupt.what()));
  }
}

}  // namespace

Collection::Collection(std::unique_ptr<Snapshot> snapshot) : snapshot_(std::move(snapshot)) {}
Collection::Collection(Collection&&) noexcept = default;
Collection& Collection::operator=(Collection&&) noexcept = default;
Collection::~Collection() = default;

std::optional<Collection> Collection::open(const std::string& path, Diagnostics& diagnostics) {
  auto snapshot = Snapshot::open(path, diagnostics);
  if (!snapshot) return std::nullopt;
  return Collection(std::move(snapshot));
}

std::optional<Document> Collection::find(std::string_view id) const {
  if (id.empty() || id.size() > kLongestId) return std::nullopt;
  const auto value = snapshot_->tree().find(StoreKey(kIdPrefix, id).view());
  if (!value) return std::nullopt;
  return load_document(*snapshot_, id, *value);
}

std::uint64_t Collection::documents() const {
  return snapshot_->header().documents;
}

void Collection::each(const std::function<bool(const Document&)>& visit) const {
  const char first = kIdPrefix;
  snapshot_->tree().walk({&first, 1}, [&](std::string_view key, std::string_view value) {
    if (key.front() != kIdPrefix) return false;
    return visit(load_document(*snapshot_, key.substr(1), value));
  });
}

const std::string& Collection::path() const {
  return snapshot_->path();
}

}  // namespace fovea
