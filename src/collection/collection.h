// A stored collection of structured documents: for each its id, text, length and element tree.
//
// One file of sections: mapped, crash-safe, readable by many processes while one writes. The byte layout stands in
// docs/specs/collection.md. Reading needs no memory that grows with the collection or the document: a Document is
// a view of its record (collection/record.h), and text is unpacked in blocks.
//
//     Diagnostics diagnostics;
//     const auto collection = Collection::open("wiki.fovea", diagnostics);
//     if (!collection) …
//     if (const auto document = collection->find("1164")) {
//       const auto span = document->span_of("/article[1]/bdy[1]/sec[2]");
//
// Contract: a Collection may be read from several threads at once; it shows the state of the file when it was
// opened, whatever is added later. A Document borrows from the Collection and must not outlive it. Reading a file
// that was damaged after it was written throws CorruptFile.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "collection/record.h"
#include "files/diagnostics.h"

namespace fovea {

class SectionFile;
struct TableRow;

class Collection {
 public:
  /// Opens for reading. A missing, foreign or corrupt file is reported, and nothing is returned.
  static std::optional<Collection> open(const std::string& path, Diagnostics& diagnostics);

  /// The document with this id, or nothing. Its record is compared with its checksum when it is found for the first time, its
  /// text when it is unpacked, and the table of ids when an id is missing: what is read is what was stored.
  std::optional<Document> find(std::string_view id) const;
  /// The same without a look at the record's checksum, for those who report on every document.
  std::optional<Document> find_unchecked(std::string_view id) const;
  std::uint64_t documents() const;
  /// How many documents were ever stored: whoever finds this and documents() as before finds the same documents.
  std::uint64_t next_number() const;
  /// Calls `visit` with each document, in the order of the ids' bytes, until it returns false.
  void each(const std::function<bool(const Document&)>& visit) const;
  /// The same for the ids alone, whatever has become of the records.
  void each_id(const std::function<bool(std::string_view id)>& visit) const;

  const std::string& path() const;
  const SectionFile& file() const;

 private:
  struct Stored;
  explicit Collection(SectionFile file);
  /// The document of a row of the tables of ids.
  std::optional<Document> document_at(const TableRow& row, std::string_view id) const;
  /// Nothing, if that can be relied on. Throws CorruptFile.
  std::optional<Document> missing() const;
  std::shared_ptr<const Stored> stored_;  ///< shared: copies read the same mapped file
};

}  // namespace fovea
