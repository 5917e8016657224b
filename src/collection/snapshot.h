// One state of a stored collection, held for reading.
//
// The file is mapped and LMDB's lock file is told that somebody reads this state, so that no writer uses its
// pages again; documents borrow from the map. Where the lock file cannot be written (a folder that belongs to
// somebody else) reading goes on without it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "collection/pages.h"
#include "collection/store_format.h"
#include "files/diagnostics.h"

struct MDB_env;
struct MDB_txn;

namespace fovea {

class Snapshot {
 public:
  /// A missing, foreign or damaged file goes to `diagnostics`, and nothing is returned.
  static std::unique_ptr<Snapshot> open(const std::string& path, Diagnostics& diagnostics);
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot();

  const std::string& path() const { return path_; }
  const StoreHeader& header() const { return header_; }
  const PageTree& tree() const { return *tree_; }

 private:
  explicit Snapshot(std::string path) : path_(std::move(path)) {}
  bool map(Diagnostics& diagnostics);
  void unmap();
  /// LMDB's error, 0 if there was none.
  int pin(unsigned extra_flags);
  void unpin();
  bool read_header(Diagnostics& diagnostics);

  std::string path_;
  std::string_view file_;
  MDB_env* env_ = nullptr;
  MDB_txn* transaction_ = nullptr;
  std::optional<PageTree> tree_;
  StoreHeader header_;
};

}  // namespace fovea
