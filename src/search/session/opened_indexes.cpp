#include "search/session/opened_indexes.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace fovea::search {

namespace {

/// The collection that an index was made from, if it is beside the index; else empty.
std::string collection_beside(const Index& index) {
  const auto beside = std::filesystem::path(index.path()).parent_path() / index.facts().collection;
  std::error_code ignored;
  const bool found = !index.facts().collection.empty() && std::filesystem::is_regular_file(beside, ignored);
  return found ? beside.string() : std::string();
}

void check_beside(const Index& index, Diagnostics& diagnostics) {
  const std::string beside = collection_beside(index);
  if (beside.empty()) return;
  Diagnostics unused;
  const auto collection = Collection::open(beside, unused);
  if (collection && !index.facts().describes(*collection)) {
    diagnostics.error({index.path()}, "stale",
                      fmt::format("{} has changed since it was indexed: build the index again", beside));
  }
}

}  // namespace

void OpenedIndexes::open(const std::string& path, Diagnostics& diagnostics) {
  auto index = Index::open(path, diagnostics);
  if (!index) return;
  check_beside(*index, diagnostics);
  indexes_.push_back(std::move(*index));
}

void OpenedIndexes::open_or_make(const std::string& path, const IndexingCalls& calls,
                                 Diagnostics& diagnostics) {
  Diagnostics own;
  const std::size_t before = indexes_.size();
  open(path, own);
  Diagnostics unused;
  if (indexes_.size() == before && Collection::open(path, unused)) {
    own = Diagnostics();
    if (given_.empty()) given_ = path;
    if (const auto cached = cached_index(path, calls, own)) open(cached->path, own);
  }
  diagnostics.merge(std::move(own));
}

void OpenedIndexes::open_collection(const std::string& named, Want want, Diagnostics& diagnostics) {
  std::string path = named.empty() ? given_ : named;
  if (path.empty() && want != Want::kNothing) path = collection_beside(indexes_.front());
  if (!path.empty()) {
    collection_ = Collection::open(path, diagnostics);
  } else if (want == Want::kNeed) {
    diagnostics.error(
        {indexes_.front().path()}, "needs-collection",
        fmt::format("the collection that was indexed, {}, does not stand beside it, and its texts are needed",
                    quote(indexes_.front().facts().collection)));
  }
  for (const Index& index : indexes_) {
    if (collection_ && !index.facts().describes(*collection_))
      diagnostics.error({index.path()}, "stale", fmt::format("was not made from {} as it is now", path));
  }
}

std::vector<const Index*> OpenedIndexes::pointers() const {
  std::vector<const Index*> pointers;
  for (const Index& index : indexes_) pointers.push_back(&index);
  return pointers;
}

}  // namespace fovea::search
