#include "assess/article_search.h"

#include <algorithm>

#include "search/pipeline/pipeline_request.h"

namespace fovea::assess {

std::optional<ArticleSearch> ArticleSearch::open(const std::string& path, const Collection& collection,
                                                 Diagnostics& said) {
  auto index = search::Index::open(path, said);
  if (!index) return std::nullopt;
  if (!index->facts().describes(collection)) {
    said.expected({path}, "stale", "an index of another collection, or of an earlier state of it",
                  "an index of the collection that is judged");
    return std::nullopt;
  }
  // Without positions there are no parts of articles, and passages are looked for in all of their text.
  search::PipelineRequest request;
  request.preset = index->facts().positions ? "default" : "reference";
  request.task = task_named("relevant-in-context");
  auto pipeline = read_pipeline(request, said);
  if (!pipeline) return std::nullopt;
  search::OpenedIndexes indexes;
  indexes.add(std::move(*index));
  Diagnostics own;
  auto session = search::SearchSession::open(std::move(indexes), std::move(*pipeline), collection.path(),
                                             search::OpenedIndexes::Want::kNeed, own);
  said.merge(std::move(own));
  if (session == nullptr) return std::nullopt;
  return ArticleSearch(std::move(session));
}

std::vector<search::FoundArticle> ArticleSearch::find(std::string_view text, std::size_t most,
                                                      const std::function<void()>& check) const {
  Diagnostics unheard;
  search::Pipeline pipeline = session_->pipeline();
  pipeline.check = check;
  auto searcher = session_->with(std::move(pipeline), unheard);
  Topic topic;
  topic.title = text;
  const auto query = searcher->read(topic, unheard);
  if (!query) return {};
  const search::CountedQuery counted = searcher->count(*query);
  if (!counted.known()) return {};
  const search::SearchFindings found = searcher->find_first(counted, most);
  if (check) check();
  return read_answer(index(), *session_->collection(), found, most);
}

std::vector<std::string> ArticleSearch::unknown_words(std::string_view text) const {
  constexpr std::string_view kBlanks = " \t\r\n\"+()[],;:";
  search::Analyser analyser(index().facts().analysis);
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    const std::string word(text.substr(begin, end - begin));
    text.remove_prefix(end);
    // A word that is not wanted need not be there.
    if (word.empty() || word.front() == '-') continue;
    const auto terms = analyser.analyse_query(word);
    const bool unknown = std::ranges::any_of(
        terms, [this](const std::string& term) { return !term.empty() && !index().find_term(term); });
    if (unknown && std::ranges::find(out, word) == out.end()) out.push_back(word);
  }
  return out;
}

bool ArticleSearch::finds(std::string_view castitle, const std::function<void()>& check) const {
  Diagnostics unheard;
  search::Pipeline asked = session_->pipeline();
  asked.check = check;
  search::Pipeline strict = asked;
  strict.query = "castitle";
  strict.cas = search::Cas::kStrict;
  auto searcher = session_->with(std::move(strict), unheard);
  const bool structure = searcher.has_value();
  if (!structure) searcher = session_->with(std::move(asked), unheard);
  Topic topic;
  (structure ? topic.castitle : topic.title) = castitle;
  const auto query = searcher->read(topic, unheard);
  if (!query) return false;
  const search::CountedQuery counted = searcher->count(*query);
  return counted.known() && (!structure || !searcher->search(counted).empty());
}

}  // namespace fovea::assess
