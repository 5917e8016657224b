#include "collection/verify.h"

#include <fmt/format.h>

#include "collection/collection_kind.h"

namespace fovea {

VerifyCounts verify(const Collection& collection, Diagnostics& diagnostics,
                    const std::function<void(std::uint64_t)>& progress) {
  VerifyCounts counts;
  const auto check_sections = [&](bool with_records) {
    for (const StoredSection& section : collection.file().sections()) {
      if ((section.name == kRecordsSection) == with_records) collection.file().check(section);
    }
  };
  try {
    // The tables of ids first: behind a broken one no document can be found.
    check_sections(false);
    collection.each_id([&](std::string_view id) {
      progress(++counts.documents);
      try {
        const auto document = collection.find_unchecked(id);
        if (!document) throw CorruptFile("cannot be found by its id");
        document->check();
        counts.elements += document->tree().size();
        counts.characters += document->length();
      } catch (const CorruptFile& corrupt) {
        diagnostics.error({collection.path()}, "corrupt",
                          fmt::format("document {}: {}", quote(id), corrupt.what()));
      }
      return true;
    });
    if (counts.documents != collection.documents()) {
      diagnostics.error(
          {collection.path()}, "corrupt",
          fmt::format("found {} documents, expected {}", counts.documents, collection.documents()));
    }
    // What no document has said yet: bytes of records that nobody uses any more.
    if (diagnostics.ok()) check_sections(true);
  } catch (const CorruptFile& corrupt) {
    diagnostics.error({collection.path()}, "corrupt", corrupt.what());
  }
  return counts;
}

std::string difference(const Document& stored, const Document& read) {
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
