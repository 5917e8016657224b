#include "collection/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

namespace fovea {

namespace {

constexpr std::uint32_t kPageMagic = 0xBEEFC0DE;
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kNoPage = ~std::uint64_t{0};
constexpr std::size_t kPageHeader = 16;
constexpr std::size_t kNodeHeader = 8;
/// LMDB's own limit on the height of a tree.
constexpr int kTallest = 32;

// Positions in a page header.
constexpr std::size_t kNumberAt = 0;
constexpr std::size_t kFlagsAt = 10;
constexpr std::size_t kLowerAt = 12;
constexpr std::size_t kOverflowPagesAt = 12;
// Positions in a meta page, behind its header: magic, version, address, map size, two trees, last page,
// transaction.
constexpr std::size_t kMagicAt = kPageHeader;
constexpr std::size_t kVersionAt = kMagicAt + 4;
constexpr std::size_t kFreeTreeAt = kMagicAt + 24;
constexpr std::size_t kTreeBytes = 48;
constexpr std::size_t kRootInTree = 40;
constexpr std::size_t kMainTreeAt = kFreeTreeAt + kTreeBytes;
constexpr std::size_t kLastPageAt = kMainTreeAt + kTreeBytes;
constexpr std::size_t kTransactionAt = kLastPageAt + 8;
constexpr std::size_t kMetaBytes = kTransactionAt + 8;

constexpr unsigned kBranch = 0x01;
constexpr unsigned kLeaf = 0x02;
constexpr unsigned kOverflow = 0x04;
constexpr unsigned kMeta = 0x08;
constexpr unsigned kBigValue = 0x01;  // of a node: the value stands on pages of its own

[[noreturn]] void corrupt_page(std::uint64_t page, std::string_view what) {
  throw CorruptCollection(fmt::format("page {} is corrupt: {}", page, what));
}

std::optional<MetaPage> read_meta(std::string_view file, std::size_t at) {
  if (file.size() < at + kMetaBytes) return std::nullopt;
  const char* const page = file.data() + at;
  if ((load<std::uint16_t>(page + kFlagsAt) & kMeta) == 0 ||
      load<std::uint32_t>(page + kMagicAt) != kPageMagic ||
      load<std::uint32_t>(page + kVersionAt) != kVersion) {
    return std::nullopt;
  }
  MetaPage meta;
  // LMDB keeps the page size in the padding of the first tree.
  meta.page_size = load<std::uint32_t>(page + kFreeTreeAt);
  if (!std::has_single_bit(meta.page_size) || meta.page_size < 256 || meta.page_size > 0x8000)
    return std::nullopt;
  meta.free_root = load<std::uint64_t>(page + kFreeTreeAt + kRootInTree);
  meta.root = load<std::uint64_t>(page + kMainTreeAt + kRootInTree);
  meta.last_page = load<std::uint64_t>(page + kLastPageAt);
  meta.transaction = load<std::uint64_t>(page + kTransactionAt);
  return meta;
}

}  // namespace

bool looks_like_lmdb(std::string_view file) {
  return read_meta(file, 0).has_value();
}

std::optional<MetaPage> find_meta(std::string_view file, std::optional<std::uint64_t> transaction) {
  const auto first = read_meta(file, 0);
  if (!first) return std::nullopt;
  const auto second = read_meta(file, first->page_size);
  if (!second || second->page_size != first->page_size) return std::nullopt;
  if (!transaction) return first->transaction > second->transaction ? first : second;
  if (first->transaction == *transaction) return first;
  if (second->transaction == *transaction) return second;
  return std::nullopt;
}

/// A branch or leaf page. Every access is checked.
class PageTree::Page {
 public:
  Page(std::string_view bytes, std::uint64_t number) : bytes_(bytes), number_(number) {
    const unsigned flags = load<std::uint16_t>(bytes.data() + kFlagsAt);
    leaf_ = (flags & kLeaf) != 0;
    if (load<std::uint64_t>(bytes.data() + kNumberAt) != number || leaf_ == ((flags & kBranch) != 0)) {
      corrupt_page(number, "it is no page of the tree");
    }
    const std::size_t lower = load<std::uint16_t>(bytes.data() + kLowerAt);
    if (lower <= kPageHeader || lower > bytes.size() || lower % 2 != 0) corrupt_page(number, "it is empty");
    size_ = (lower - kPageHeader) / 2;
    if (!leaf_ && size_ < 2) corrupt_page(number, "it leads nowhere");
  }

  bool leaf() const { return leaf_; }
  std::size_t size() const { return size_; }
  std::string_view key(std::size_t index) const {
    const std::size_t at = node(index);
    return part(at + kNodeHeader, half(at + 6));
  }
  std::uint64_t child(std::size_t index) const {
    const std::size_t at = node(index);
    return half(at) | std::uint64_t{half(at + 2)} << 16 | std::uint64_t{half(at + 4)} << 32;
  }
  bool big_value(std::size_t index) const { return flags(index) == kBigValue; }
  std::uint64_t value_size(std::size_t index) const {
    const std::size_t at = node(index);
    return half(at) | std::uint64_t{half(at + 2)} << 16;
  }
  /// The value in the page itself; for a big value `size` is 8, the number of its first page.
  std::string_view value(std::size_t index, std::uint64_t size) const {
    const std::size_t at = node(index);
    if (flags(index) > kBigValue) corrupt_page(number_, "a value has an unknown kind");
    return part(at + kNodeHeader + half(at + 6), size);
  }

 private:
  std::uint16_t half(std::size_t at) const { return load<std::uint16_t>(bytes_.data() + at); }
  unsigned flags(std::size_t index) const { return half(node(index) + 4); }
  std::size_t node(std::size_t index) const {
    const std::size_t at = half(kPageHeader + 2 * index);
    if (at < kPageHeader + 2 * size_ || at + kNodeHeader > bytes_.size())
      corrupt_page(number_, "an entry is outside");
    return at;
  }
  std::string_view part(std::size_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) corrupt_page(number_, "an entry goes past its end");
    return bytes_.substr(at, size);
  }

  std::string_view bytes_;
  std::uint64_t number_;
  std::size_t size_ = 0;
  bool leaf_ = false;
};

PageTree::Page PageTree::page(std::uint64_t number) const {
  if (number < 2 || number > meta_.last_page || number >= file_.size() / meta_.page_size) {
    corrupt_page(number, "it is not in the file");
  }
  return {file_.substr(number * meta_.page_size, meta_.page_size), number};
}

namespace {

/// The value of entry `index` of a leaf, wherever it stands.
template <class Leaf>
std::string_view value_of(std::string_view file, const MetaPage& meta, const Leaf& leaf, std::size_t index) {
  const std::uint64_t size = leaf.value_size(index);
  if (!leaf.big_value(index)) return leaf.value(index, size);
  const auto number = load<std::uint64_t>(leaf.value(index, 8).data());
  const std::uint64_t pages = (size + kPageHeader + meta.page_size - 1) / meta.page_size;
  const std::uint64_t in_file = file.size() / meta.page_size;
  if (number < 2 || number > meta.last_page || number >= in_file || pages > in_file - number) {
    corrupt_page(number, "a value is not in the file");
  }
  const char* const first = file.data() + number * meta.page_size;
  if (load<std::uint64_t>(first + kNumberAt) != number ||
      (load<std::uint16_t>(first + kFlagsAt) & kOverflow) == 0 ||
      load<std::uint32_t>(first + kOverflowPagesAt) < pages) {
    corrupt_page(number, "it does not hold the value it should");
  }
  return {first + kPageHeader, size};
}

/// The first entry whose key is not before `key`; in a branch the last entry whose subtree may hold it.
template <class Node>
std::size_t search(const Node& node, std::string_view key) {
  // The first key of a branch stands for everything before the second.
  std::size_t low = node.leaf() ? 0 : 1;
  std::size_t high = node.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const bool before = node.leaf() ? node.key(middle) < key : node.key(middle) <= key;
    if (before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return node.leaf() ? low : low - 1;
}

}  // namespace

std::optional<std::string_view> PageTree::find(std::string_view key) const {
  if (meta_.root == kNoPage) return std::nullopt;
  std::uint64_t number = meta_.root;
  for (int depth = 0; depth < kTallest; ++depth) {
    const Page node = page(number);
    const std::size_t at = search(node, key);
    if (!node.leaf()) {
      number = node.child(at);
      continue;
    }
    if (at == node.size() || node.key(at) != key) return std::nullopt;
    return value_of(file_, meta_, node, at);
  }
  corrupt_page(meta_.root, "the tree is too tall");
}

/// A walk in progress. Keys must grow: this also ends a walk through pages that lead back to themselves.
struct PageTree::Walk {
  std::string_view first;
  KeyOrder order;
  const Visitor& visit;
  std::optional<std::string_view> last;

  bool grows(std::string_view key) const {
    if (!last) return true;
    if (order == KeyOrder::kBytes) return *last < key;
    return key.size() == 8 && last->size() == 8 &&
           load<std::uint64_t>(last->data()) < load<std::uint64_t>(key.data());
  }
};

bool PageTree::walk_page(std::uint64_t number, int depth, Walk& walk) const {  // NOLINT(misc-no-recursion)
  if (depth > kTallest) corrupt_page(number, "the tree is too tall");
  const Page node = page(number);
  const std::size_t start = walk.first.empty() ? 0 : search(node, walk.first);
  for (std::size_t i = start; i < node.size(); ++i) {
    if (node.leaf()) {
      const std::string_view key = node.key(i);
      if (!walk.grows(key)) corrupt_page(number, "its keys are out of order");
      walk.last = key;
      if (!walk.visit(key, value_of(file_, meta_, node, i))) return false;
    } else if (!walk_page(node.child(i), depth + 1, walk)) {
      return false;
    }
    walk.first = {};
  }
  // The first subtree may end before `first`; all that follow are behind it.
  walk.first = {};
  return true;
}

void PageTree::walk(std::string_view first, const Visitor& visit) const {
  if (meta_.root == kNoPage) return;
  Walk walk{first, KeyOrder::kBytes, visit, std::nullopt};
  walk_page(meta_.root, 1, walk);
}

void PageTree::check() const {
  walk({}, [](std::string_view, std::string_view) { return true; });
  check_free_list();
}

void PageTree::check_free_list() const {
  if (meta_.free_root == kNoPage) return;
  // Per transaction the number of its free pages, and the pages in descending order.
  const Visitor visit = [&](std::string_view, std::string_view value) {
    if (value.size() < 8) corrupt_page(meta_.free_root, "its list of free pages is broken");
    const auto count = load<std::uint64_t>(value.data());
    if (count > value.size() / 8 - 1) corrupt_page(meta_.free_root, "its list of free pages is broken");
    std::uint64_t before = meta_.last_page + 1;
    for (std::uint64_t i = 1; i <= count; ++i) {
      const auto free = load<std::uint64_t>(value.data() + 8 * i);
      if (free < 2 || free >= before) corrupt_page(meta_.free_root, "its list of free pages is broken");
      before = free;
    }
    return true;
  };
  Walk walk{{}, KeyOrder::kInteger, visit, std::nullopt};
  walk_page(meta_.free_root, 1, walk);
}

}  // namespace fovea
