// How well an element fits a path of a castitle.
//
// A name fits elements of that name and of its role (section, paragraph, title, list); * fits all. An element fits a path
// exactly when it fits its last step and elements above it fit the earlier ones, in order. Vague: only the last step counts;
// an element that does not fit it has 0.8 per edge to the nearest ancestor or descendant that does, at most three edges
// away, else 0.1.
#pragma once

#include <cstdint>
#include <vector>

#include "search/query/article_hits.h"
#include "topics/nexi.h"

namespace fovea::search {

class PathFit {
 public:
  /// The index must outlive this.
  PathFit(const Index& index, const nexi::Path& path);

  /// Whether the element fits, with the earlier steps below `above` (a place in the article's elements; kNoElement: anywhere).
  bool exact(const ArticleHits& article, std::uint32_t element, std::uint32_t above) const;
  /// Whether it fits the last step.
  bool last(const ArticleHits& article, std::uint32_t element) const {
    return steps_.back()[article.elements[element].name];
  }
  /// For all elements of an article.
  std::vector<double> vague(const ArticleHits& article) const;

 private:
  std::vector<std::vector<bool>> steps_;  ///< per step and tag of the index
};

}  // namespace fovea::search
