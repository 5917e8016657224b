// Queries and pipelines for tests of the ranking: given, or random.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "search/session/search.h"
#include "search/session/searcher.h"

namespace fovea::search {

inline Pipeline pipeline_of(const std::vector<std::string>& changes) {
  Pipeline pipeline;
  Diagnostics diagnostics;
  for (const std::string& change : changes)
    EXPECT_TRUE(change_preset(change, pipeline, diagnostics)) << change;
  return pipeline;
}

inline Query query_of(const Index& index, std::string_view text, const Pipeline& pipeline) {
  Analyser analyser(index.facts().analysis);
  return parse_query(text, analyser, pipeline.phrases, pipeline.signs);
}

inline std::vector<Answer> search_one(const Index& index, std::string_view text, const Pipeline& pipeline) {
  const Query query = query_of(index, text, pipeline);
  return finish(answer(index, query, count(index, query), pipeline), query, pipeline);
}

/// A built-in preset for a task, with changes.
inline Pipeline preset_of(std::string_view name, std::string_view task,
                          const std::vector<std::string>& changes = {}) {
  Pipeline pipeline;
  Diagnostics diagnostics;
  for (const Preset& preset : presets()) {
    if (preset.name == name)
      read_preset(InputFile::from_memory(std::string(name), preset.toml), *task_named(task), pipeline,
                  diagnostics);
  }
  for (const std::string& change : changes) change_preset(change, pipeline, diagnostics);
  apply_task(pipeline, *task_named(task));
  for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  return pipeline;
}

/// An answer to a topic from any number of indexes.
inline std::vector<Answer> search_topic(const std::vector<const Index*>& indexes,
                                        const Collection& collection, const Pipeline& pipeline,
                                        const Topic& topic) {
  Diagnostics diagnostics;
  Searcher searcher(indexes, &collection, pipeline, diagnostics);
  const auto query = searcher.read(topic, diagnostics);
  for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  return query ? searcher.search(searcher.count(*query)) : std::vector<Answer>();
}

inline std::string random_query(std::mt19937_64& random, std::size_t vocabulary) {
  std::string query;
  for (std::size_t words = 1 + random() % 6; words > 0; --words) {
    const auto word = [&] { return "w" + std::to_string(random() % (1 + random() % vocabulary)); };
    switch (random() % 9) {
      case 0:
        query += "+" + word();
        break;
      case 1:
        query += "-" + word();
        break;
      case 2:
        query += "\"" + word() + " " + word() + "\"";
        break;
      case 3:
        query += "\"" + word() + " the " + word() + "\"";
        break;
      default:
        query += word();
    }
    query += " ";
  }
  return query;
}

inline Pipeline random_pipeline(std::mt19937_64& random) {
  const auto one_of = [&](const std::vector<std::string>& texts) { return texts[random() % texts.size()]; };
  std::vector<std::string> changes{"articles.depth=" + one_of({"1", "3", "10", "1000"}),
                                   "articles.phrases=" + one_of({"words", "boost", "must"}),
                                   "articles.signs=" + one_of({"drop", "strict"})};
  switch (random() % 5) {
    case 4:
      changes.insert(changes.end(), {"articles.model=bm25f", "articles.b=" + one_of({"0", "0.5", "0.9"}),
                                     "articles.lead=" + one_of({"1.5", "4"}),
                                     "articles.df=" + one_of({"article", "sentence"})});
      break;
    case 0:
      changes.insert(changes.end(),
                     {"articles.model=lm-dirichlet", "articles.mu=" + one_of({"1", "30", "2500"})});
      break;
    case 1:
      changes.insert(changes.end(),
                     {"articles.model=lm-jm", "articles.c=" + one_of({"0.15", "0.5", "0.85"})});
      break;
    case 2:
      changes.insert(changes.end(), {"articles.model=okapi", "articles.b=" + one_of({"0", "0.75", "1"}),
                                     "articles.df=" + one_of({"article", "sentence"})});
      break;
    default:
      changes.insert(changes.end(),
                     {"articles.idf=" + one_of({"atire", "lucene", "tantivy", "pisa", "rsj"}),
                      "articles.k1=" + one_of({"0.4", "0.9", "2"}), "articles.b=" + one_of({"0", "0.4", "1"}),
                      "articles.df=" + one_of({"article", "sentence"})});
  }
  return pipeline_of(changes);
}

}  // namespace fovea::search
