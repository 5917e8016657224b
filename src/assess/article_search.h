// Searching the collection of a track: for documents that no run returned, and for those who look something up.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/reading/found_article.h"
#include "search/session/search_session.h"

namespace fovea::assess {

/// May be asked from several threads.
class ArticleSearch {
 public:
  /// Nothing, and the reason, when there is no such index or it is one of another collection.
  static std::optional<ArticleSearch> open(const std::string& index, const Collection& collection,
                                           Diagnostics& said);

  /// The best articles, the best first, as `fovea search` shows them; their texts come from the collection. None when no word
  /// of the query is in the index. `check` is called now and then, and ends the search with what it throws.
  std::vector<search::FoundArticle> find(std::string_view query, std::size_t most,
                                         const std::function<void()>& check = {}) const;
  /// The words of a text, as written, that no article has; stopped words are none.
  std::vector<std::string> unknown_words(std::string_view text) const;
  /// Whether a castitle, taken at its word, has an answer; one that is no NEXI has none. Where the index knows no positions, its
  /// words alone are asked for. `check` as for find().
  bool finds(std::string_view castitle, const std::function<void()>& check = {}) const;

 private:
  explicit ArticleSearch(std::unique_ptr<search::SearchSession> session) : session_(std::move(session)) {}

  const search::Index& index() const { return session_->indexes().front(); }

  std::unique_ptr<search::SearchSession> session_;
};

}  // namespace fovea::assess
