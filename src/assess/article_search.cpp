#include "assess/article_search.h"

#include "search/ranking/search.h"
#include "search/ranking/searcher.h"

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
  const std::string_view wanted = index->facts().positions ? "default" : "reference";
  const Task& task = *task_named("relevant-in-context");
  search::Pipeline pipeline;
  for (const search::Preset& preset : search::presets()) {
    if (preset.name == wanted)
      read_preset(InputFile::from_memory(std::string(wanted), preset.toml), task, pipeline, said);
  }
  apply_task(pipeline, task);
  if (!can_serve({&*index}, pipeline, said)) return std::nullopt;
  return ArticleSearch(std::move(*index), std::move(pipeline));
}

std::vector<search::FoundArticle> ArticleSearch::find(const Collection& collection, std::string_view text,
                                                      std::size_t most) const {
  Diagnostics unheard;
  search::Searcher searcher({&index_}, &collection, pipeline_, unheard);
  Topic topic;
  topic.title = text;
  const auto query = searcher.read(topic, unheard);
  if (!query) return {};
  const search::CountedQuery counted = searcher.count(*query);
  if (!counted.known()) return {};
  return read_answer(index_, collection, searcher.find(counted), most);
}

}  // namespace fovea::assess
