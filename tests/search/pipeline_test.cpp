// The whole pipeline: every preset answers every task by its rules, and shards answer as one index.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>

#include "queries.h"
#include "runs/task_check.h"
#include "search/index/statistics.h"
#include "search/reading/found_article.h"
#include "search/session/searcher.h"
#include "world.h"

namespace fovea::search {
namespace {

Topic random_topic(std::mt19937_64& random) {
  const auto word = [&] { return "w" + std::to_string(random() % (1 + random() % 30)); };
  Topic topic;
  topic.id = "1";
  topic.title = word() + " " + word() + " -" + word() + " " + word();
  topic.phrasetitle = "\"" + word() + " " + word() + "\"";
  switch (random() % 3) {
    case 0:
      topic.castitle = "//sec[about(., " + topic.title + ")]";
      break;
    case 1:
      topic.castitle = "//article[about(.//st, " + word() + ") or about(., +" + word() + ")]//p[about(., " +
                       word() + " " + word() + ")]";
      break;
    default:
      break;  // none: the title stands for it
  }
  return topic;
}

TopicResults rows_of(const std::vector<Answer>& answers) {
  TopicResults topic;
  topic.topic = "1";
  for (const Answer& each : answers) {
    Result result;
    result.doc = each.id;
    result.span = each.span;
    result.kind = each.kind == ResultKind::kDocument ? each.kind : ResultKind::kPassage;
    result.score = each.score;
    topic.results.push_back(result);
  }
  return topic;
}

/// Eighty random articles, and an index that serves every preset.
struct PresetWorld {
  std::mt19937_64 random{test_seed()};
  TemporaryFolder folder;
  Index index = make();
  Diagnostics diagnostics;
  std::optional<Collection> collection = Collection::open(folder / "c", diagnostics);

 private:
  Index make() {
    store(folder / "c", random_nested_documents(random, 80, 30));
    BuildOptions options;
    options.impact_bits = 8;
    return build(folder, folder / "c", options);
  }
};

TEST(Presets, AnswerEveryTaskByItsRules) {
  PresetWorld world;
  auto& [random, folder, index, diagnostics, collection] = world;
  for (int round = 0; round < 4; ++round) {
    const Topic topic = random_topic(random);
    for (const Preset& preset : presets()) {
      for (const Task& task : all_tasks()) {
        for (const std::string output : {"element", "range"}) {
          const Pipeline pipeline = preset_of(preset.name, task.name, {"cut.output=" + output});
          ASSERT_TRUE(can_serve({&index}, pipeline, diagnostics)) << preset.name;
          const auto answers = search_topic({&index}, *collection, pipeline, topic);
          TopicResults rows = rows_of(answers);
          std::uint64_t characters = 0;
          for (Result& row : rows.results) {
            const auto document = collection->find(row.doc);
            ASSERT_TRUE(document);
            if (row.span.end == kMaxOffset) row.span.end = document->length();
            EXPECT_LE(row.span.end, document->length());
            EXPECT_GT(row.span.size(), 0U);
            characters += row.span.size();
          }
          TaskJudge judge(task.rules);
          EXPECT_TRUE(judge.judge(rows).empty()) << preset.name << " " << task.name << " " << topic.title;
          EXPECT_FALSE(answers.empty()) << preset.name << " " << task.name;
          // Rows of groups are in the order of reading; all others are ranked by their scores.
          const auto by_score = [](const Answer& a, const Answer& b) { return a.score > b.score; };
          EXPECT_TRUE(task.rules.grouped || std::ranges::is_sorted(answers, by_score))
              << preset.name << " " << task.name << " " << topic.title;
          if (task.name == "restricted-focused") {
            EXPECT_EQ(characters, 1000U) << preset.name;
          }
          // Elements are where they say.
          for (const Answer& each : answers) {
            if (each.kind != ResultKind::kElement) continue;
            EXPECT_EQ(collection->find(each.id)->tree().span(each.element), each.span);
          }
        }
      }
    }
  }
}

/// The answers of the first `most` articles, as they were ranked, or the whole of one that has none.
std::vector<Answer> answers_in_order(const SearchFindings& unpadded, std::size_t most) {
  std::vector<Answer> out;
  for (std::size_t i = 0; i < std::min(most, unpadded.articles.size()); ++i) {
    const std::size_t before = out.size();
    for (const Answer& each : unpadded.answers) {
      if (each.id == unpadded.articles[i].id) out.push_back(each);
    }
    if (out.size() == before) out.push_back(unpadded.articles[i]);
  }
  return out;
}

/// The answers of the first `most` articles, in their order.
std::vector<Answer> answers_of_first(const std::vector<Answer>& answers, std::size_t most) {
  std::set<std::string> seen;
  std::vector<Answer> out;
  for (const Answer& each : answers) {
    if (seen.insert(each.id).second && seen.size() > most) break;
    out.push_back(each);
  }
  return out;
}

/// As many overlapping rows as a preset that never had a selection gives.
TEST(Presets, RemoveNoOverlapInThoroughAndEfficiency) {
  PresetWorld world;
  auto& [random, folder, index, diagnostics, collection] = world;
  for (int round = 0; round < 6; ++round) {
    const Topic topic = random_topic(random);
    for (const Preset& preset : presets()) {
      for (const std::string_view task : {"thorough", "efficiency"}) {
        Pipeline free = preset_of(preset.name, task);
        EXPECT_EQ(free.selection.overlap, Selection::Overlap::kAllow);
        EXPECT_FALSE(free.selection.rebuild);
        const auto expected = search_topic({&index}, *collection, free, topic);
        for (const std::string overlap : {"best-first", "optimal"}) {
          const Pipeline asked =
              preset_of(preset.name, task, {"selection.overlap=" + overlap, "selection.rebuild=yes"});
          EXPECT_EQ(search_topic({&index}, *collection, asked, topic), expected)
              << preset.name << " " << task;
        }
        if (preset.name != "doshisha") continue;
        EXPECT_GT(expected.size(),
                  search_topic({&index}, *collection, preset_of(preset.name, "focused"), topic).size());
      }
    }
  }
}

TEST(Presets, AnswerWithDocumentsEveryTopicThatHasAKnownWord) {
  const TemporaryFolder folder;
  store(folder / "c", {{"a", "<article><title>the olive</title><sec><p>the wind</p></sec></article>"},
                       {"b", "<article><p>the lamp</p></article>"},
                       {"c", "<text>the oil of olives</text>"}});
  BuildOptions options;
  options.impact_bits = 8;
  options.analysis.stem = "none";
  const Index index = build(folder, folder / "c", options);
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  const std::vector<std::pair<std::string, std::set<std::string>>> expected{
      {"olive", {"a"}},
      {"olive lamp", {"a", "b"}},
      {"the", {"a", "b", "c"}},
      {"olive lamp wind oil nowhere", {"a", "b", "c"}},
      {"the lamp", {"b"}}};
  for (const Preset& preset : presets()) {
    for (const auto& [title, ids] : expected) {
      // Only articles of two: its own limit. Words of everyday are not asked, or other words are added.
      std::vector<std::string> changes{"articles.stop=none", "articles.expand=none"};
      if (preset.name == "helsinki") changes.emplace_back("articles.depth=1500");
      Topic topic;
      topic.title = title;
      std::set<std::string> found;
      double last = std::numeric_limits<double>::infinity();
      for (const Answer& each :
           search_topic({&index}, *collection, preset_of(preset.name, "document", changes), topic)) {
        EXPECT_TRUE(found.insert(each.id).second) << preset.name;
        EXPECT_LE(each.score, last) << preset.name << " " << title;
        last = each.score;
      }
      EXPECT_EQ(found, ids) << preset.name << " " << title;
    }
  }
}

TEST(Presets, BeginAsTheyWouldWhenAllIsLookedInto) {
  PresetWorld world;
  auto& [random, folder, index, diagnostics, collection] = world;
  std::size_t shorter = 0;
  for (int round = 0; round < 6; ++round) {
    const Topic topic = random_topic(random);
    for (const Preset& preset : presets()) {
      const Pipeline pipeline = preset_of(preset.name, "relevant-in-context");
      Searcher searcher({&index}, &*collection, pipeline, diagnostics);
      const auto counted = searcher.count(*searcher.read(topic, diagnostics));
      const SearchFindings all = searcher.find(counted);
      const bool ordered = pipeline.selection.group == Selection::Group::kRank && !counted.query.structure;
      Pipeline without = pipeline;
      without.cut.pad = false;
      const SearchFindings unpadded = Searcher({&index}, &*collection, without, diagnostics).find(counted);
      for (const std::size_t most : {1U, 3U, 10U, 70U, 200U}) {
        const SearchFindings first = searcher.find_first(counted, most);
        EXPECT_EQ(answers_of_first(first.answers, most), ordered ? answers_in_order(unpadded, most)
                                                         : counted.query.structure
                                                             ? answers_of_first(unpadded.answers, most)
                                                             : answers_of_first(all.answers, most))
            << preset.name << " " << topic.title << ", " << most;
        double last = std::numeric_limits<double>::infinity();
        for (const FoundArticle& article : read_answer(index, *collection, first, most)) {
          EXPECT_LE(article.score, last) << preset.name << " " << topic.title << " " << article.id;
          last = article.score;
        }
        EXPECT_TRUE(std::ranges::equal(
            first.articles,
            std::span(all.articles).first(std::min(first.articles.size(), all.articles.size()))));
        shorter += first.answers.size() < all.answers.size() ? 1 : 0;
      }
    }
  }
  EXPECT_GT(shorter, 0U);
}

TEST(Presets, AnswerFromShardsAsFromOneIndex) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_nested_documents(random, 60, 30));
  BuildOptions options;
  options.impact_bits = 8;
  const Index whole = build(folder, folder / "c", options, "whole");
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  // Impacts of shards are made with the statistics of all.
  ASSERT_TRUE(write_statistics({&whole}, folder / "s", true, diagnostics));
  const auto statistics = Statistics::open(folder / "s", diagnostics);
  ASSERT_TRUE(statistics);
  options.statistics = &*statistics;
  for (const std::uint64_t shards : {2U, 5U, 8U}) {
    std::vector<Index> parts;
    for (std::uint64_t i = 1; i <= shards; ++i) {
      options.shard = {i, shards};
      parts.push_back(build(folder, folder / "c", options, "part" + std::to_string(i)));
    }
    std::ranges::shuffle(parts, random);
    std::vector<const Index*> pointers;
    for (const Index& part : parts) pointers.push_back(&part);
    for (const Preset& preset : presets()) {
      for (const Task& task : all_tasks()) {
        std::vector<std::string> changes{
            "articles.depth=" + std::string(random() % 2 == 0 ? "12" : "100"),
            std::string("selection.overlap=") + (random() % 2 == 0 ? "best-first" : "optimal"),
            std::string("selection.group=") + (random() % 2 == 0 ? "rank" : "mean"), "cut.bep=mean"};
        if (random() % 2 == 0) changes.clear();
        const Pipeline pipeline = preset_of(preset.name, task.name, changes);
        ASSERT_TRUE(can_serve(pointers, pipeline, diagnostics)) << preset.name;
        const Topic topic = random_topic(random);
        EXPECT_EQ(search_topic(pointers, *collection, pipeline, topic),
                  search_topic({&whole}, *collection, pipeline, topic))
            << preset.name << " " << task.name << " " << topic.title << " in " << shards;
      }
    }
  }
  for (const Diagnostic& said : diagnostics.kept()) {
    if (said.severity == Severity::kError) ADD_FAILURE() << to_string(said);
  }
}

TEST(Presets, AnswerFromAnyPartitionAsFromOneIndex) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  const Documents documents = random_nested_documents(random, 60, 30);
  store(folder / "c", documents);
  BuildOptions options;
  options.impact_bits = 8;
  const Index whole = build(folder, folder / "c", options, "whole");
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  ASSERT_TRUE(write_statistics({&whole}, folder / "s", true, diagnostics));
  const auto statistics = Statistics::open(folder / "s", diagnostics);
  ASSERT_TRUE(statistics);
  options.statistics = &*statistics;
  for (std::size_t shards = 1; shards <= 8; ++shards) {
    // Each shard is the index of a collection of its own, with documents that were drawn for it.
    std::vector<Documents> drawn(shards);
    for (std::size_t i = 0; i < documents.size(); ++i)
      drawn[i < shards ? i : random() % shards].push_back(documents[i]);
    std::vector<Index> parts;
    for (std::size_t i = 0; i < shards; ++i) {
      const std::string name = "own" + std::to_string(i);
      store(folder / name, drawn[i]);
      parts.push_back(build(folder, folder / name, options, name + ".index"));
    }
    std::vector<const Index*> pointers;
    for (const Index& part : parts) pointers.push_back(&part);
    for (const Preset& preset : presets()) {
      const auto tasks = all_tasks();
      const Task& task = tasks[random() % tasks.size()];
      const Pipeline pipeline = preset_of(preset.name, task.name);
      ASSERT_TRUE(can_serve(pointers, pipeline, diagnostics)) << preset.name;
      const Topic topic = random_topic(random);
      EXPECT_EQ(search_topic(pointers, *collection, pipeline, topic),
                search_topic({&whole}, *collection, pipeline, topic))
          << preset.name << " " << task.name << " " << topic.title << " in " << shards;
    }
  }
  for (const Diagnostic& said : diagnostics.kept()) {
    if (said.severity == Severity::kError) ADD_FAILURE() << to_string(said);
  }
}

TEST(GivenArticles, ComeFirstAndTheRestFollowWhereTheyAreAReference) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_nested_documents(random, 60, 12));
  const Index index = build(folder, folder / "c", {});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  Topic topic;
  topic.title = "w1 w4";
  const Pipeline pipeline = preset_of("emse", "relevant-in-context", {"cut.pad=no"});
  Searcher searcher({&index}, &*collection, pipeline, diagnostics);
  const Query query = *searcher.read(topic, diagnostics);
  const auto articles_of = [&](const Query& asked) {
    std::vector<std::string> ids;
    for (const Answer& each : searcher.search(searcher.count(asked))) {
      if (ids.empty() || ids.back() != each.id) ids.push_back(each.id);
    }
    return ids;
  };
  // Without a run all are among the first, by their best element.
  const std::vector<std::string> own = articles_of(query);
  ASSERT_GT(own.size(), 6U);
  Query referred = query;
  referred.given.emplace();
  for (const std::size_t place : {5U, 1U, 3U}) referred.given->push_back({own[place], 1});
  referred.given->push_back({"nowhere", 1});
  std::vector<std::string> expected{own[1], own[3], own[5]};
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (i != 1 && i != 3 && i != 5) expected.push_back(own[i]);
  }
  EXPECT_EQ(articles_of(referred), expected);
}

TEST(Partial, IsTheSameBehindItsBytes) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_nested_documents(random, 30, 20));
  const Index index = build(folder, folder / "c", {});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  for (const std::string_view name : {"doshisha", "lip6", "emse", "lia"}) {
    const Pipeline pipeline = preset_of(name, "best-in-context", {"cut.bep=hit"});
    Searcher searcher({&index}, &*collection, pipeline, diagnostics);
    Topic topic;
    topic.title = "w1 w2 w5";
    const CountedQuery counted = searcher.count(*searcher.read(topic, diagnostics));
    const Partial partial = answer(index, counted.query, counted.counts, pipeline, &*collection);
    EXPECT_FALSE(partial.units.empty());
    EXPECT_EQ(partial_from_bytes(to_bytes(partial)), partial);
  }
}

TEST(Tasks, GiveTheirFormToAnAnswer) {
  const TemporaryFolder folder;
  store(folder / "c", {{"a", "<article><p>x. Then y y.</p><p>nothing</p><p>x x</p></article>"},
                       {"b", "<article><p>none here. An x there</p></article>"},
                       {"c", "<article><p>other</p></article>"}});
  const Index index = build(folder, folder / "c", {});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  Topic topic;
  topic.title = "x y";
  const auto places = [&](std::string_view task, const std::vector<std::string>& changes) {
    std::string text;
    for (const Answer& each : search_topic({&index}, *collection, preset_of("default", task, changes), topic))
      text += each.id + ":" +
              (each.kind == ResultKind::kDocument
                   ? "all "
                   : std::to_string(each.span.begin) + "+" + std::to_string(each.span.size()) + " ");
    return text;
  };
  EXPECT_EQ(places("best-in-context", {}), "a:0+1 b:0+1 ");
  EXPECT_EQ(places("best-in-context", {"cut.bep=hit"}), "a:0+1 b:11+1 ");
  EXPECT_EQ(places("best-in-context", {"cut.bep=best", "articles.query=description"}), "");
  EXPECT_EQ(places("relevant-in-context", {"articles.depth=1"}), "a:0+12 a:19+3 b:all ");
  const std::vector<std::string> limited{"articles.depth=1", "cut.pad=no", "cut.article=13"};
  EXPECT_EQ(places("relevant-in-context", limited), "a:0+12 a:19+1 ");
  std::vector<std::string> whole = limited;
  whole.emplace_back("cut.whole=yes");
  EXPECT_EQ(places("relevant-in-context", whole), "a:0+12 ");
  EXPECT_EQ(places("focused", {"candidates.kind=start", "candidates.n=4", "score.model=none"}),
            "a:0+4 b:0+4 ");
  EXPECT_EQ(places("focused",
                   {"candidates.kind=sentences", "candidates.n=1", "score.model=bm25", "articles.depth=1"}),
            "a:3+9 a:19+3 a:0+3 ");
}

}  // namespace
}  // namespace fovea::search
