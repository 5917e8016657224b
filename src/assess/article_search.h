// Searching the collection of a track: for documents that no run returned, and for those who look something up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/index/index.h"
#include "search/ranking/pipeline.h"

namespace fovea::assess {

struct FoundPassage {
  Span span;
  std::string text;
};

struct FoundArticle {
  static constexpr std::size_t kSlices = 20;

  std::string id;
  double score = 0;
  /// The sentences that hold most of the query's words, in the order of the text.
  std::vector<FoundPassage> passages = {};
  /// How many words of the query stand in each twentieth of the text.
  std::array<std::uint32_t, kSlices> heat = {};
};

/// May be asked from several threads.
class ArticleSearch {
 public:
  /// Nothing, and the reason, when there is no such index or it is one of another collection.
  static std::optional<ArticleSearch> open(const std::string& index, const Collection& collection,
                                           Diagnostics& said);

  /// The best documents, the best first; their texts come from the collection.
  std::vector<FoundArticle> find(const Collection& collection, std::string_view query,
                                 std::size_t most) const;

 private:
  ArticleSearch(search::Index index, search::Pipeline pipeline)
      : index_(std::move(index)), pipeline_(std::move(pipeline)) {}

  search::Index index_;
  search::Pipeline pipeline_;
};

}  // namespace fovea::assess
