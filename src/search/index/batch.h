// A batch of documents while an index is built: analysed and inverted by one thread.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "search/analysis/analyser.h"
#include "search/index/fields.h"
#include "search/index/sorted_run.h"

namespace fovea::search {

/// Numbers of tags, the same for all threads. Which one gets which depends on the threads: they must not show in the
/// index.
class TagNumbers {
 public:
  std::uint32_t number_of(std::string_view name);
  /// When no thread asks for numbers any more.
  const std::deque<std::string>& names() const { return names_; }

 private:
  std::mutex mutex_;
  std::deque<std::string> names_;
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers_;
};

/// Analysers that are kept from batch to batch: they know the words.
class AnalyserPool {
 public:
  /// An analyser forgets its surface forms when they take more than `memory` bytes.
  AnalyserPool(const AnalysisSettings& settings, std::size_t memory) : settings_(settings), memory_(memory) {}

  std::unique_ptr<Analyser> take();
  void give(std::unique_ptr<Analyser> analyser);

 private:
  const AnalysisSettings& settings_;
  std::size_t memory_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Analyser>> free_;
};

/// Documents that are analysed together, and what becomes of them.
struct Batch {
  DocumentNumber first = 0;
  /// A document of the index: the whole of one of the collection, or a chunk of it.
  struct Piece {
    Document document;
    Span span;
  };
  std::vector<Piece> pieces;

  struct Tag {
    std::uint32_t number = 0;  ///< of TagNumbers
    std::uint32_t elements = 0;
    std::uint64_t words = 0;
    FieldWords fields{};  ///< count_field_words(), of its elements together
  };
  struct Structure {
    std::uint32_t length = 0;
    std::uint32_t sentence_count = 0;
    std::array<std::uint32_t, kFields> fields{};
    std::vector<Tag> tags;
    std::string elements;  ///< packed, without the tags
    std::string sentences;
  };
  std::vector<Structure> structures;
  SortedRun run;
};

struct BatchParts {
  const Roles& roles;
  bool positions = true;
  bool classes = true;
  bool chunks = false;
};

Batch invert(Batch batch, AnalyserPool& pool, TagNumbers& numbers, const BatchParts& parts);

}  // namespace fovea::search
