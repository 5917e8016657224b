#include "collection/verify.h"

#include <fmt/format.h>

#include "collection/snapshot.h"
#include "collection/store_format.h"

namespace fovea {

namespace {

std::uint64_t count_records(const Snapshot& snapshot) {
  std::uint64_t records = 0;
  snapshot.tree().walk(StoreKey::of_record(0).view(), [&](std::string_view key, std::string_view) {
    const auto number = record_number(key);
    records += number && *number < snapshot.header().next_number ? 1 : 0;
    return true;
  });
  return records;
}

}  // namespace

VerifyCounts verify(const Collection& collection, Diagnostics& diagnostics,
                    const std::function<void(std::uint64_t)>& progress) {
  const Snapshot& snapshot = collection.snapshot();
  VerifyCounts counts;
  try {
    // Every page first: behind a broken one no document can be found.
    snapshot.tree().check();
    const char first = kIdPrefix;
    snapshot.tree().walk({&first, 1}, [&](std::string_view key, std::string_view) {
      if (key.front() != kIdPrefix) return false;
      const std::string_view id = key.substr(1);
      progress(++counts.documents);
      try {
        const auto document = collection.find(id);
        if (!document) throw CorruptCollection("cannot be found by its id");
        document->record().check();
        counts.elements += document->tree().size();
        counts.characters += document->length();
      } catch (const CorruptCollection& corrupt) {
        diagnostics.error({collection.path()}, "corrupt",
                          fmt::format("document {}: {}", quote(id), corrupt.what()));
      }
      return true;
    });
    if (counts.documents != collection.documents()) {
      diagnostics.error({collection.path()}, "corrupt",
                        fmt::format("found {} documents, expected the {} of the header", counts.documents,
                                    collection.documents()));
    }
    if (const std::uint64_t records = count_records(snapshot); records != counts.documents) {
      diagnostics.error(
          {collection.path()}, "corrupt",
          fmt::format("found {} records, expected one for each of {} documents", records, counts.documents));
    }
  } catch (const CorruptCollection& corrupt) {
    diagnostics.error({collection.path()}, "corrupt", corrupt.what());
  }
  return counts;
}

std::string difference(const RecordView& stored, const RecordView& read) {
  if (stored.length() != read.length()) {
    return fmt::format("{} characters are stored, the file has {}", stored.length(), read.length());
  }
  const ElementTreeView& a = stored.tree();
  const ElementTreeView& b = read.tree();
  if (a.size() != b.size()) return fmt::format("{} elements are stored, the file has {}", a.size(), b.size());
  for (ElementIndex element = 0; element < a.size(); ++element) {
    if (a.span(element) != b.span(element) || a.name(element) != b.name(element) ||
        a.parent(element) != b.parent(element) || a.ordinal(element) != b.ordinal(element)) {
      return fmt::format("the element {} is stored differently", quote(b.path(element)));
    }
  }
  constexpr Offset kStep = 1U << 20;
  for (Offset at = 0; at < stored.length(); at += kStep) {
    if (stored.text({at, at + kStep}) != read.text({at, at + kStep})) {
      return fmt::format("the text differs behind character {}", at);
    }
  }
  return {};
}

}  // namespace fovea
