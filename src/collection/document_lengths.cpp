#include "collection/document_lengths.h"

#include "collection/collection.h"

namespace fovea {

DocumentLengths lengths_in(const Collection* collection) {
  if (collection == nullptr) return {};
  return [collection](std::string_view doc) -> std::optional<Offset> {
    const std::optional<Document> document = collection->find(doc);
    if (!document) return std::nullopt;
    return document->length();
  };
}

}  // namespace fovea
