#include "search/session/search_session.h"

#include <algorithm>
#include <utility>

#include "search/session/search.h"

namespace fovea::search {

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
  session->searcher_ = std::make_unique<Searcher>(session->pointers(), session->collection(),
                                                  std::move(pipeline), diagnostics);
  return diagnostics.ok() ? std::move(session) : nullptr;
}

std::optional<Searcher> SearchSession::with(Pipeline pipeline, Diagnostics& diagnostics) const {
  const std::uint64_t before = diagnostics.errors();
  if (!can_serve(pointers(), pipeline, diagnostics)) return std::nullopt;
  if (pipeline.needs_collection() && collection() == nullptr) {
    diagnostics.error({}, "needs-collection", "these settings need the collection that was indexed");
    return std::nullopt;
  }
  Searcher searcher(pointers(), collection(), std::move(pipeline), diagnostics);
  if (diagnostics.errors() > before) return std::nullopt;
  return searcher;
}

}  // namespace fovea::search
