#include "cli/opened_indexes.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "cli/cached_index.h"
#include "cli/command.h"
#include "cli/console.h"
#include "files/corrupt_file.h"

namespace fovea::cli {

namespace {

/// The collection that an index was made from, where it stands beside the index; else empty.
std::string collection_beside(const search::Index& index) {
  const auto beside = std::filesystem::path(index.path()).parent_path() / index.facts().collection;
  std::error_code ignored;
  const bool stands = !index.facts().collection.empty() && std::filesystem::is_regular_file(beside, ignored);
  return stands ? beside.string() : std::string();
}

void check_beside(const search::Index& index, Diagnostics& diagnostics) {
  const std::string beside = collection_beside(index);
  if (beside.empty()) return;
  Diagnostics unheard;
  const auto collection = Collection::open(beside, unheard);
  if (collection && !index.facts().describes(*collection)) {
    diagnostics.error({index.path()}, "stale",
                      fmt::format("{} has changed since it was indexed: build the index again", beside));
  }
}

}  // namespace

void OpenedIndexes::open(const std::string& path, Diagnostics& diagnostics) {
  auto index = search::Index::open(path, diagnostics);
  if (!index) return;
  check_beside(*index, diagnostics);
  indexes_.push_back(std::move(*index));
}

void OpenedIndexes::open_or_make(const std::string& path, Diagnostics& diagnostics) {
  Diagnostics said;
  const std::size_t before = indexes_.size();
  open(path, said);
  Diagnostics unheard;
  if (indexes_.size() == before && Collection::open(path, unheard)) {
    said = Diagnostics();
    if (given_.empty()) given_ = path;
    if (const auto cached = cached_index(path, said)) open(cached->path, said);
  }
  diagnostics.merge(std::move(said));
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
  for (const search::Index& index : indexes_) {
    if (collection_ && !index.facts().describes(*collection_))
      diagnostics.error({index.path()}, "stale", fmt::format("was not made from {} as it is now", path));
  }
}

std::vector<const search::Index*> OpenedIndexes::pointers() const {
  std::vector<const search::Index*> pointers;
  for (const search::Index& index : indexes_) pointers.push_back(&index);
  return pointers;
}

int exit_of_search(const std::function<int()>& command) {
  try {
    return command();
  } catch (const CorruptFile& error) {
    say(fmt::format("an index is damaged: {}; fovea index --verify tells which", error.what()));
  } catch (const std::invalid_argument& error) {
    say(error.what());
  }
  return kBadInput;
}

}  // namespace fovea::cli
