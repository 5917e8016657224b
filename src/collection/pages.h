// A careful reader of LMDB's pages.
//
// LMDB trusts its file: one damaged byte in a page of the tree makes it read outside its map. fovea promises
// a message instead, so it walks the tree itself. The layout is that of LMDB's data version 1, which has not
// changed since 2011: two meta pages, the newer one naming the root of a B+ tree of 16-byte page headers,
// 16-bit node positions and nodes of key and value, large values on pages of their own. Each number is
// checked against the page and the file before it is used; what does not fit throws CorruptCollection.
//
// LMDB still does the writing, and its lock file keeps a writer from using pages that a reader looks at.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "collection/packed.h"

namespace fovea {

/// The state of the file that one meta page describes.
struct MetaPage {
  std::uint64_t transaction = 0;
  std::uint32_t page_size = 0;
  std::uint64_t last_page = 0;
  std::uint64_t free_root = 0;
  std::uint64_t root = 0;
};

/// Whether these are the first bytes of an LMDB file of the version we read.
bool looks_like_lmdb(std::string_view file);

/// The meta page of a transaction; without one, that of the latest. Nothing if there is none.
std::optional<MetaPage> find_meta(std::string_view file, std::optional<std::uint64_t> transaction = {});

class PageTree {
 public:
  /// `file` must stay readable and unchanged in the pages of this state.
  PageTree(std::string_view file, const MetaPage& meta) : file_(file), meta_(meta) {}

  /// The value of a key, inside `file`.
  std::optional<std::string_view> find(std::string_view key) const;

  /// Calls `visit` with each key from `first` on and its value, in the order of the keys, until it returns
  /// false.
  using Visitor = std::function<bool(std::string_view key, std::string_view value)>;
  void walk(std::string_view first, const Visitor& visit) const;

  /// Reads every page of the tree and of LMDB's list of free pages, as LMDB may when it writes.
  void check() const;

 private:
  class Page;
  enum class KeyOrder { kBytes, kInteger };
  struct Walk;

  Page page(std::uint64_t number) const;
  bool walk_page(std::uint64_t number, int depth, Walk& walk) const;
  void check_free_list() const;

  std::string_view file_;
  MetaPage meta_;
};

}  // namespace fovea
