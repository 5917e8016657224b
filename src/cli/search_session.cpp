#include "cli/search_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "runs/order.h"
#include "runs/run_format.h"
#include "search/ranking/search.h"

namespace fovea::cli {

std::vector<search::GivenArticle> articles_of(TopicResults results, RankOrder order) {
  put_in_order(results, order);
  std::vector<search::GivenArticle> articles;
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

std::unique_ptr<SearchSession> SearchSession::open(const std::vector<std::string>& indexes,
                                                   const PipelineArguments& arguments,
                                                   const std::string& collection, bool looks_inside,
                                                   Diagnostics& diagnostics) {
  std::unique_ptr<SearchSession> session(new SearchSession());
  if (!read_pipeline(arguments, session->pipeline_, diagnostics)) return nullptr;
  if (!session->open_indexes(indexes, diagnostics)) return nullptr;
  session->open_collection(collection, looks_inside, diagnostics);
  const std::string& reference = session->pipeline_.reference;
  if (!reference.empty()) session->reference_ = Run::open(reference, diagnostics);
  if (!diagnostics.ok()) return nullptr;
  session->searcher_.emplace(session->pointers(), session->collection(), session->pipeline_, diagnostics);
  return diagnostics.ok() ? std::move(session) : nullptr;
}

std::vector<const search::Index*> SearchSession::pointers() const {
  std::vector<const search::Index*> pointers;
  for (const search::Index& index : indexes_) pointers.push_back(&index);
  return pointers;
}

bool SearchSession::open_indexes(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  for (const std::string& path : paths) {
    auto index = search::Index::open(path, diagnostics);
    if (!index) continue;
    check_beside(*index, diagnostics);
    indexes_.push_back(std::move(*index));
  }
  return diagnostics.ok() && can_serve(pointers(), pipeline_, diagnostics);
}

void SearchSession::open_collection(std::string path, bool looks_inside, Diagnostics& diagnostics) {
  const bool wanted =
      pipeline_.needs_collection() || pipeline_.form != search::AnswerForm::kArticles || looks_inside;
  if (path.empty() && wanted) path = collection_beside(indexes_.front()).value_or(std::string());
  if (!path.empty()) {
    collection_ = Collection::open(path, diagnostics);
  } else if (pipeline_.needs_collection()) {
    diagnostics.error(
        {indexes_.front().path()}, "needs-collection",
        fmt::format("the collection that was indexed, {}, does not stand beside it, and this preset reads it",
                    quote(indexes_.front().facts().collection)));
  }
  for (const search::Index& index : indexes_) {
    if (collection_ && !index.facts().describes(*collection_))
      diagnostics.error({index.path()}, "stale", fmt::format("was not made from {} as it is now", path));
  }
}

std::optional<search::Query> SearchSession::read(const Topic& topic, Diagnostics& diagnostics) {
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

}  // namespace fovea::cli
