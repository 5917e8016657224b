#include "search/session/search_session.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "runs/order.h"
#include "runs/run_format.h"
#include "search/session/search.h"

namespace fovea::search {

namespace {

/// The articles of a run's topic, in its order, each once. Scores are the run's unless they would order them otherwise.
std::vector<GivenArticle> articles_of(TopicResults results, RankOrder order) {
  put_in_order(results, order);
  std::vector<GivenArticle> articles;
  std::set<std::string_view> seen;
  for (const Result& result : results.results) {
    if (seen.insert(result.doc).second) articles.push_back({std::string(result.doc), result.score});
  }
  const bool in_order = std::ranges::is_sorted(articles, [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : a.id > b.id;
  });
  for (std::size_t i = 0; !in_order && i < articles.size(); ++i)
    articles[i].score = static_cast<double>(articles.size() - i);
  return articles;
}

}  // namespace

std::unique_ptr<SearchSession> SearchSession::open(OpenedIndexes indexes, Pipeline pipeline,
                                                   const std::string& collection, OpenedIndexes::Want want,
                                                   Diagnostics& diagnostics) {
  if (!diagnostics.ok() || !can_serve(indexes.pointers(), pipeline, diagnostics)) return nullptr;
  using Want = OpenedIndexes::Want;
  const Want own = pipeline.needs_collection()              ? Want::kNeed
                   : pipeline.form != AnswerForm::kArticles ? Want::kTake
                                                            : Want::kNothing;
  indexes.open_collection(collection, std::max(own, want), diagnostics);
  std::unique_ptr<SearchSession> session(new SearchSession(std::move(indexes)));
  if (!pipeline.reference.empty()) session->reference_ = Run::open(pipeline.reference, diagnostics);
  if (!diagnostics.ok()) return nullptr;
  session->searcher_.emplace(session->indexes_.pointers(), session->collection(), std::move(pipeline),
                             diagnostics);
  return diagnostics.ok() ? std::move(session) : nullptr;
}

std::optional<Query> SearchSession::read(const Topic& topic, Diagnostics& diagnostics) {
  auto query = searcher_->read(topic, diagnostics);
  if (!query || !reference_) return query;
  query->given.emplace();
  for (std::size_t i = 0; i < reference_->topics(); ++i) {
    if (reference_->topic(i) != topic.id) continue;
    TopicResults results;
    reference_->read(i, results, diagnostics);
    query->given = articles_of(std::move(results), reference_->format().order);
  }
  return query;
}

}  // namespace fovea::search
