// Writing a collection: making a new one, adding to one, removing from one.
//
// Until finish() the collection is as it was, for every reader and after any crash:
// - a new collection is written to a Temporary beside its place and renamed;
// - additions are committed in batches, so that memory stays flat, under keys that no reader looks at;
// finish()
//   makes them visible, and the documents they replace or that are removed vanish, in one transaction.
// What a killed process leaves behind is cleared away by the next writer.
//
// A broken environment (disk full, no permission) is an exception.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/file_lock.h"
#include "collection/store_format.h"
#include "files/diagnostics.h"
#include "files/temporary.h"

struct MDB_env;
struct MDB_txn;

namespace fovea {

/// A document ready to be stored: see DocumentBuilder::pack().
struct PackedDocument {
  std::string id;
  std::string source;
  std::string record;
};

class CollectionWriter {
 public:
  enum class Existing { kRefuse, kReplace };

  /// A new collection. An existing file is an error or, with kReplace, stays until finish() replaces it; a file
  /// that is no collection, whole or damaged, is never replaced. A link is followed.
  static std::unique_ptr<CollectionWriter> create(const std::string& path, Existing existing,
                                                  Diagnostics& diagnostics);
  /// An existing collection, to add to or remove from. It is checked first: LMDB trusts what it writes to.
  static std::unique_ptr<CollectionWriter> open(const std::string& path, Diagnostics& diagnostics);
  CollectionWriter(const CollectionWriter&) = delete;
  CollectionWriter& operator=(const CollectionWriter&) = delete;
  /// Without finish(): nothing has changed.
  ~CollectionWriter();

  /// Adds a document. An id that is there already is an error that names both files, or replaces the older
  /// document; the error may be reported by a later call.
  void add(PackedDocument document, Existing existing, Diagnostics& diagnostics);
  /// Removes a document; false if there is none with this id. For an opened collection only.
  bool remove(std::string_view id);
  /// Writes what add() still holds, and reports the duplicates in it.
  void flush(Diagnostics& diagnostics);
  /// Makes all that was flushed the new state of the collection.
  void finish();

  /// Documents stored so far by add(), and how many of them replaced another.
  std::uint64_t added() const { return added_; }
  std::uint64_t replaced() const { return replaced_; }

 private:
  struct Pending {
    PackedDocument document;
    Existing existing;
  };
  class Transaction;

  explicit CollectionWriter(std::string path) : path_(std::move(path)) {}
  void open_environment();
  void close_environment();
  /// Makes sure that LMDB's map has room for `bytes` more.
  void reserve(std::uint64_t bytes);
  void store(Transaction& transaction, const Pending& pending, Diagnostics& diagnostics);
  void publish();
  void discard_leftovers();
  void move_into_place();

  std::string path_;
  /// The file that LMDB writes: path_, or the temporary while a new collection is made.
  std::string file_;
  std::optional<Temporary> temporary_;
  bool fresh_ = false;
  bool finished_ = false;
  FileLock writing_;
  FileLock replacing_;
  MDB_env* env_ = nullptr;
  unsigned database_ = 0;
  StoreHeader header_;
  std::uint64_t next_number_ = 0;
  std::vector<Pending> batch_;
  std::uint64_t batch_bytes_ = 0;
  std::uint64_t batches_ = 0;
  std::vector<std::string> removed_;
  std::uint64_t added_ = 0;
  std::uint64_t replaced_ = 0;
};

}  // namespace fovea
