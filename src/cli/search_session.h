// A search that can be asked: indexes, the collection behind them, a pipeline and its reference run. The command and Python,
// in one process or in shards, begin here.
//
//     OpenedIndexes indexes;
//     indexes.open("a.index", said);
//     auto session = SearchSession::open(std::move(indexes), pipeline, "", OpenedIndexes::Want::kNothing, said);
//     const auto query = session->read(topic, said);
//     std::vector<search::Answer> answers = session->searcher().search(session->searcher().count(*query));
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/opened_indexes.h"
#include "collection/collection.h"
#include "files/diagnostics.h"
#include "runs/run.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/searcher.h"
#include "topics/topic.h"

namespace fovea::cli {

class SearchSession {
 public:
  /// nullptr, with the reason, when something was said of the indexes before, or they cannot serve the pipeline. The
  /// collection is opened as OpenedIndexes has it; `want` is what is asked beyond the pipeline's own need.
  static std::unique_ptr<SearchSession> open(OpenedIndexes indexes, search::Pipeline pipeline,
                                             const std::string& collection, OpenedIndexes::Want want,
                                             Diagnostics& diagnostics);
  SearchSession(const SearchSession&) = delete;
  SearchSession& operator=(const SearchSession&) = delete;

  const search::Pipeline& pipeline() const { return pipeline_; }
  const std::vector<search::Index>& indexes() const { return indexes_.all(); }
  const Collection* collection() const { return indexes_.collection(); }
  const search::Searcher& searcher() const { return *searcher_; }

  /// The topic's query, with the articles that a reference run gives it. Nothing, and a message, for a castitle that is not NEXI.
  std::optional<search::Query> read(const Topic& topic, Diagnostics& diagnostics);

 private:
  SearchSession(OpenedIndexes indexes, search::Pipeline pipeline)
      : indexes_(std::move(indexes)), pipeline_(std::move(pipeline)) {}

  OpenedIndexes indexes_;
  search::Pipeline pipeline_;
  std::optional<Run> reference_;
  std::optional<search::Searcher> searcher_;
};

}  // namespace fovea::cli
