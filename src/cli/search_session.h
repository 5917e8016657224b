// A search from its arguments to queries that can be asked: indexes, the collection behind them, a preset, topics. Python and the
// engines that search in shards begin here.
//
//     auto session = SearchSession::open({"a.index", "b.index"}, arguments, "", false, said);
//     const auto query = session->read(topic, said);
//     std::vector<search::Answer> answers = session->searcher().search(session->searcher().count(*query));
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/pipeline_options.h"
#include "collection/collection.h"
#include "files/diagnostics.h"
#include "runs/order.h"
#include "runs/run.h"
#include "search/index/index.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/searcher.h"
#include "topics/topic.h"

namespace fovea::cli {

/// The articles of a run's topic, in its order, each once. Scores are the run's unless they would order them otherwise.
std::vector<search::GivenArticle> articles_of(TopicResults results, RankOrder order);

class SearchSession {
 public:
  /// nullptr, with the reason, when the indexes are damaged, have changed or cannot serve the preset. The collection is the
  /// one named, or the one that stands beside the first index; `looks_inside` asks for it even where the preset does not.
  static std::unique_ptr<SearchSession> open(const std::vector<std::string>& indexes,
                                             const PipelineArguments& arguments,
                                             const std::string& collection, bool looks_inside,
                                             Diagnostics& diagnostics);
  SearchSession(const SearchSession&) = delete;
  SearchSession& operator=(const SearchSession&) = delete;

  const search::Pipeline& pipeline() const { return pipeline_; }
  const std::vector<search::Index>& indexes() const { return indexes_; }
  const Collection* collection() const { return collection_ ? &*collection_ : nullptr; }
  const search::Searcher& searcher() const { return *searcher_; }

  /// The topic's query, with the articles that a reference run gives it. Nothing, and a message, for a castitle that is not NEXI.
  std::optional<search::Query> read(const Topic& topic, Diagnostics& diagnostics);

 private:
  SearchSession() = default;
  bool open_indexes(const std::vector<std::string>& paths, Diagnostics& diagnostics);
  void open_collection(std::string path, bool looks_inside, Diagnostics& diagnostics);
  std::vector<const search::Index*> pointers() const;

  search::Pipeline pipeline_;
  std::vector<search::Index> indexes_;
  std::optional<Collection> collection_;
  std::optional<Run> reference_;
  std::optional<search::Searcher> searcher_;
};

}  // namespace fovea::cli
