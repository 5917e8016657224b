// Writing a collection: making a new one, adding to one, removing from one, writing one anew without its waste.
//
// Until finish() the collection is as it was, for every reader and after any crash; see files/section_writer.h. Records
// are written as they come and never again; the ids of new documents are merged into the tables of those that are
// there. Memory holds no more than some megabytes of ids. What was replaced or removed stays in the file, unseen,
// until compact() writes it anew.
//
// A broken environment (disk full, no permission) is an exception.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection_kind.h"
#include "collection/id_table.h"
#include "files/diagnostics.h"
#include "files/section_writer.h"

namespace fovea {

/// A document ready to be stored: see DocumentBuilder::pack().
struct PackedDocument {
  std::string id;
  std::string source;
  std::string record;
};

class CollectionWriter {
 public:
  using Existing = SectionWriter::Existing;

  /// A new collection. An existing one is an error or, with kReplace, stays until finish() replaces it; any other
  /// file is never replaced.
  static std::unique_ptr<CollectionWriter> create(const std::string& path, Existing existing,
                                                  Diagnostics& diagnostics);
  /// An existing collection, to add to or remove from.
  static std::unique_ptr<CollectionWriter> open(const std::string& path, Diagnostics& diagnostics);

  /// Adds a document. An id that is there already is an error that names both files, or replaces the older
  /// document.
  void add(const PackedDocument& document, Existing existing, Diagnostics& diagnostics);
  /// Removes a document; false if there is none with this id.
  bool remove(std::string_view id);
  /// Makes all that was added and removed the new state of the collection.
  void finish();

  /// Writes a collection anew, in the order of the ids, without what was replaced and removed; its documents and
  /// next_number() stay the same. A damaged record is reported, and nothing changes. `progress` is called with the
  /// documents written so far.
  static bool compact(const std::string& path, Diagnostics& diagnostics,
                      const std::function<void(std::uint64_t)>& progress);

  /// Documents stored so far by add(), and how many of them replaced another.
  std::uint64_t added() const { return added_; }
  std::uint64_t replaced() const { return replaced_; }

 private:
  explicit CollectionWriter(std::unique_ptr<SectionWriter> out, const std::string& path);
  /// The record of a document, new or old; nothing if there is none or it was removed.
  const RecordPlace* find(std::string_view id) const;
  RecordPlace append(std::string_view record);
  std::string source_of(const RecordPlace& place);

  std::string path_;
  std::unique_ptr<SectionWriter> out_;
  CollectionMeta meta_;
  std::vector<IdTable> before_;
  NewIds ids_;
  bool in_records_ = false;
  std::uint64_t added_ = 0;
  std::uint64_t replaced_ = 0;
};

}  // namespace fovea
