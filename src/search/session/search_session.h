// A search that answers topics: indexes, the collection they were made from, and a pipeline. Every search begins here: the
// commands, tuning, the server and Python.
//
//     OpenedIndexes indexes;
//     indexes.open("a.index", diagnostics);
//     auto session = SearchSession::open(std::move(indexes), pipeline, "", OpenedIndexes::Want::kNothing, diagnostics);
//     const auto query = session->read(topic, diagnostics);
//     std::vector<Answer> answers = session->searcher().search(session->searcher().count(*query));
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/pipeline/pipeline.h"
#include "search/session/opened_indexes.h"
#include "search/session/searcher.h"
#include "topics/topic.h"

namespace fovea::search {

class SearchSession {
 public:
  /// nullptr, with the reason, when `diagnostics` has errors already, or the indexes cannot serve the pipeline. The
  /// collection is opened as OpenedIndexes has it; `want` is what is asked beyond the pipeline's own need.
  static std::unique_ptr<SearchSession> open(OpenedIndexes indexes, Pipeline pipeline,
                                             const std::string& collection, OpenedIndexes::Want want,
                                             Diagnostics& diagnostics);
  SearchSession(const SearchSession&) = delete;
  SearchSession& operator=(const SearchSession&) = delete;

  const Pipeline& pipeline() const { return searcher_->pipeline(); }
  const std::vector<Index>& indexes() const { return indexes_.all(); }
  std::vector<const Index*> pointers() const { return indexes_.pointers(); }
  const Collection* collection() const { return indexes_.collection(); }
  const Searcher& searcher() const { return *searcher_; }
  std::optional<Query> read(const Topic& topic, Diagnostics& diagnostics) {
    return searcher_->read(topic, diagnostics);
  }

  /// Another pipeline over the same indexes and collection. Nothing, with the reason, when they cannot serve it.
  std::optional<Searcher> with(Pipeline pipeline, Diagnostics& diagnostics) const;

 private:
  explicit SearchSession(OpenedIndexes indexes) : indexes_(std::move(indexes)) {}

  OpenedIndexes indexes_;
  std::unique_ptr<Searcher> searcher_;  ///< never nullptr once it is open
};

}  // namespace fovea::search
