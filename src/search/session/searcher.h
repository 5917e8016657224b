// Topics in, answers out: all steps of search.h over the indexes of one process. A SearchSession makes searchers.
//
//     if (const auto query = searcher.read(topic, diagnostics))
//       std::vector<Answer> answers = searcher.search(searcher.count(*query));
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "runs/run.h"
#include "search/analysis/analyser.h"
#include "search/session/feedback.h"
#include "search/session/search.h"
#include "topics/topic.h"

namespace fovea::search {

/// A query, counted in all indexes.
struct CountedQuery {
  Query query;
  QueryCounts counts;
  bool has_feedback = false;  ///< was made wider by what people found relevant

  /// Whether a word of it is in an index.
  bool known() const;
};

/// What all indexes have for a query, before anything is selected: the query that was asked in the end, wider where it was
/// expanded, and the parts of its answer.
struct Gathered {
  Query query;
  Partial partial;
};

/// What a search found, with what it asked: the query that was asked in the end, articles as they were ranked, and the
/// answer.
struct SearchFindings {
  CountedQuery asked;
  std::vector<Answer> articles;
  std::vector<Answer> answers;
  /// Articles of the answer stand in the order of `articles`; else in that of their best parts.
  bool in_order = false;
};

class Searcher {
 public:
  /// For a pipeline that can_serve() has checked, with the collection if it needs one. A stop list or a reference run that cannot be
  /// read is reported. Indexes and collection must outlive this.
  Searcher(std::vector<const Index*> indexes, const Collection* collection, Pipeline pipeline,
           Diagnostics& diagnostics);

  const Pipeline& pipeline() const { return pipeline_; }
  /// The topic's query: of the fields that Pipeline::query names; a topic without a castitle asks for any element about its
  /// title. With the articles that a reference run gives it. Nothing, and a message with its place, for a castitle that is not
  /// NEXI.
  std::optional<Query> read(const Topic& topic, Diagnostics& diagnostics);
  CountedQuery count(Query query) const;
  std::vector<Answer> search(const CountedQuery& counted) const;
  SearchFindings find(const CountedQuery& counted) const;
  /// For readers: the first `most` articles with all their answers, and a whole article where it has none. They are ordered by
  /// score: an article without answers is not listed after all others. Of a castitle, articles without answers are
  /// listed only if all are. Other articles may be missing: no more are looked into than must be.
  SearchFindings find_first(const CountedQuery& counted, std::size_t most) const;
  /// The query with words of text that people found relevant, lent as Pipeline::expansion says, where it says nothing as
  /// `rocchio` does. It is not expanded again.
  CountedQuery with_feedback(const CountedQuery& counted, std::span<const RelevantText> relevant) const;
  /// The first half of search(): finish(partial, query, pipeline) is the other.
  Gathered gather(const CountedQuery& counted) const;

 private:
  /// Tags that words of the query name: terms as well, where the pipeline gives tags a weight.
  void add_named_tags(Query& query) const;
  QueryCounts count_in_all(const Query& query) const;
  Partial answer_in_all(const CountedQuery& counted, const Pipeline& pipeline) const;
  /// The same with what only the merged parts can tell: the scores of categories.
  Partial final_answer(const CountedQuery& counted, const Pipeline& pipeline) const;
  SearchFindings findings_of(CountedQuery asked, const Pipeline& pipeline) const;
  /// The query with the words of its best documents, where the pipeline asks for them.
  CountedQuery asked_for(const CountedQuery& counted) const;
  CountedQuery expanded(const CountedQuery& counted, const Feedback& lent, const Expansion& expansion) const;

  std::vector<const Index*> indexes_;
  const Collection* collection_;
  Pipeline pipeline_;
  std::unique_ptr<Analyser> analyser_;
  std::optional<Run> reference_;
  /// The tags of all indexes by their names as words of a query; empty where tags have no weight.
  std::multimap<std::string, std::string, std::less<>> tags_by_word_;
};

}  // namespace fovea::search
