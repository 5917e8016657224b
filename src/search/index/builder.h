// Building an index: a collection in, one file out.
//
// Documents are read in the order of their ids and analysed in batches on all cores (batch.h); each batch becomes a sorted
// run, and runs are merged into lists by ranges of terms, on all cores (list_writer.h). Memory is bounded by `memory`,
// whatever the collection's size, unless a single document takes more. The same documents and options give the same bytes, whatever the threads and the memory.
//
// The file is written beside its place and renamed when it is whole. A broken environment is an exception.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/analysis/settings.h"
#include "search/chunks/chunk_unit.h"
#include "search/index/classes.h"
#include "search/index/statistics.h"

namespace fovea::search {

struct Shard {
  std::uint64_t number = 1;  ///< from 1
  std::uint64_t shards = 1;

  /// Whether a document belongs to it: 64-bit FNV-1a of its id, modulo the shards.
  bool holds(std::string_view id) const;
};
/// "2/8"; nothing for other texts.
std::optional<Shard> parse_shard(std::string_view text);

struct BuildOptions {
  AnalysisSettings analysis;
  bool positions = true;
  /// Tags whose elements are counted per term, at most kMostClasses: those that cover most words. See classes.h.
  unsigned classes = kMostClasses;
  /// Bits of impacts, 2 to 16; 0: none. See impacts.h.
  unsigned impact_bits = 0;
  /// Of all shards, for their impacts; must outlive the build.
  const Statistics* statistics = nullptr;
  /// Postings per impact list that are kept; 0: all.
  std::uint64_t keep = 0;
  Shard shard;
  /// What becomes a document of the index. Chunks of kind kFile are `chunks`, which must outlive the build.
  ChunkUnit unit;
  const GivenChunks* chunks = nullptr;
  /// Bytes, in all; a document is inverted as a whole, whatever it takes.
  std::uint64_t memory = std::uint64_t{512} << 20;
  /// 0: as many as the machine has cores.
  unsigned threads = 0;
  /// Replace an index that is there.
  bool replace = false;
  /// Told how many documents are done.
  std::function<void(std::uint64_t)> progress;
  /// Told, before it is inverted, of a document that takes more than `memory` by itself, and of about how many bytes.
  std::function<void(std::string_view id, std::uint64_t bytes)> too_large;
};

struct BuildResult {
  std::uint64_t documents = 0;
  std::uint64_t terms = 0;
  std::uint64_t words = 0;
};

/// Nothing, with a message, when there is no document, the statistics are those of others, or the file cannot be made.
std::optional<BuildResult> build_index(const Collection& collection, const std::string& path,
                                       const BuildOptions& options, Diagnostics& diagnostics);

}  // namespace fovea::search
