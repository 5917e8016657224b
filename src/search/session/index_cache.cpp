#include "search/session/index_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "collection/collection.h"
#include "files/sha256.h"
#include "files/unnamed_file.h"
#include "search/index/builder.h"
#include "search/index/index.h"

namespace fovea::search {

namespace {

/// $XDG_CACHE_HOME/fovea, else ~/.cache/fovea; only a path that is absolute counts, as the XDG base directory
/// specification has it.
std::filesystem::path cache_folder() {
  const auto absolute = [](const char* variable) {
    const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    return value != nullptr && *value == '/' ? std::filesystem::path(value) : std::filesystem::path();
  };
  if (const auto given = absolute("XDG_CACHE_HOME"); !given.empty()) return given / "fovea";
  if (const auto home = absolute("HOME"); !home.empty()) return home / ".cache" / "fovea";
  return {};
}

std::string digest(std::string_view text) {
  return sha256(text).substr(0, 16);
}

/// Indexes of a collection share the beginning of their name; the rest says in which state it was.
struct CachedName {
  std::string of_collection;
  std::string of_state;
};

CachedName cached_name(const std::filesystem::path& collection) {
  const auto full = std::filesystem::weakly_canonical(collection);
  const auto written = std::filesystem::last_write_time(full).time_since_epoch();
  return {fmt::format("{}-{}-", full.stem().string(), digest(full.string())),
          digest(fmt::format("{} {}", std::filesystem::file_size(full), written.count()))};
}

/// Others are not to read the words of a collection that they may not read.
void make_private(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all, ignored);
}

/// Whether indexes can be kept in this folder, which is made if there is none.
bool can_keep_in(const std::filesystem::path& folder) {
  std::error_code error;
  if (folder.empty()) return false;
  if (std::filesystem::create_directories(folder, error)) make_private(folder);
  return !error && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

/// Makes it and reports `kept`, the path where the next search finds it.
bool make_index(const Collection& collection, const std::filesystem::path& path, const std::string& kept,
                const IndexingCalls& calls, Diagnostics& diagnostics) {
  BuildOptions options;
  options.replace = true;
  if (calls.progress)
    options.progress = [&](std::uint64_t done) { calls.progress(done, collection.documents()); };
  const auto built = build_index(collection, path.string(), options, diagnostics);
  if (built && calls.made) calls.made({collection.path(), built->documents, kept});
  return built.has_value();
}

/// Without a cache the index lasts as long as it takes to open it.
std::optional<CachedIndex> index_for_once(const Collection& collection, const IndexingCalls& calls,
                                          Diagnostics& diagnostics) {
  CachedIndex made;
  made.folder.emplace(Temporary::Kind::kFolder, scratch_folder() + "/index");
  make_private(made.folder->path());
  made.path = made.folder->path() + "/index";
  if (!make_index(collection, made.path, "", calls, diagnostics)) return std::nullopt;
  return made;
}

}  // namespace

std::optional<CachedIndex> cached_index(const std::string& path, const IndexingCalls& calls,
                                        Diagnostics& diagnostics) {
  const auto collection = Collection::open(path, diagnostics);
  if (!collection) return std::nullopt;
  const std::filesystem::path folder = cache_folder();
  if (!can_keep_in(folder)) return index_for_once(*collection, calls, diagnostics);
  const CachedName name = cached_name(path);
  const std::filesystem::path cached = folder / (name.of_collection + name.of_state + ".index");
  Diagnostics unused;
  const auto found = Index::open(cached.string(), unused);
  if (found && found->facts().describes(*collection)) return CachedIndex{cached.string(), std::nullopt};
  if (!make_index(*collection, cached, cached.string(), calls, diagnostics)) return std::nullopt;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string other = entry.path().filename().string();
    std::error_code ignored;
    if (other.starts_with(name.of_collection) && other.ends_with(".index") && entry.path() != cached)
      std::filesystem::remove(entry.path(), ignored);
  }
  return CachedIndex{cached.string(), std::nullopt};
}

}  // namespace fovea::search
