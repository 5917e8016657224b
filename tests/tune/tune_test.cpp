// Tuning: settings, folds, what is found, and what is learnt.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "../search/world.h"
#include "fovea.h"
#include "judgements/judgement_file.h"
#include "measures/measure_name.h"
#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "tune/learners/features.h"
#include "tune/sweep.h"
#include "tune/tuning.h"

namespace fovea::tune {
namespace {

std::vector<std::string> values_of(std::string_view text) {
  Diagnostics diagnostics;
  return parse_values(text, text, diagnostics).value_or(std::vector<std::string>());
}

TEST(VariedSettings, AreRangesOrLists) {
  EXPECT_EQ(values_of("0.4:0.8:0.1"), (std::vector<std::string>{"0.4", "0.5", "0.6", "0.7", "0.8"}));
  EXPECT_EQ(values_of("1:10:4"), (std::vector<std::string>{"1", "5", "9"}));
  EXPECT_EQ(values_of("-0.1:0.1:0.1"), (std::vector<std::string>{"-0.1", "0", "0.1"}));
  EXPECT_EQ(values_of("1,15,150"), (std::vector<std::string>{"1", "15", "150"}));
  for (const char* const text :
       {"", "1,,2", "1:2", "2:1:1", "1:2:0", "1:2:-1", "a:b:c", "0:1:0.000001", "1:2:3:4"})
    EXPECT_TRUE(values_of(text).empty()) << text;
  Diagnostics diagnostics;
  EXPECT_TRUE(parse_varied("articles.k1=0.5:1:0.5", {}, diagnostics));
  EXPECT_FALSE(parse_varied("articles.k1=0.5:-1", {}, diagnostics));
  EXPECT_FALSE(parse_varied("articles.nothing=1,2", {}, diagnostics));
  EXPECT_FALSE(parse_varied("articles.b=0,7", {}, diagnostics));
}

TEST(Folds, HoldEachTopicOnceAndDifferByOneAtMost) {
  for (const std::size_t topics : {2, 7, 12, 50}) {
    for (std::size_t folds = 2; folds <= std::min<std::size_t>(topics, 7); ++folds) {
      std::multiset<std::size_t> seen;
      std::size_t least = topics;
      std::size_t most = 0;
      for (const auto& fold : deal_folds(topics, folds, 3)) {
        seen.insert(fold.begin(), fold.end());
        least = std::min(least, fold.size());
        most = std::max(most, fold.size());
      }
      EXPECT_EQ(seen.size(), topics);
      EXPECT_EQ(std::set<std::size_t>(seen.begin(), seen.end()).size(), topics);
      EXPECT_LE(most - least, 1U);
      EXPECT_EQ(deal_folds(topics, folds, 3), deal_folds(topics, folds, 3));
    }
  }
  EXPECT_NE(deal_folds(20, 4, 1), deal_folds(20, 4, 2));
}

/// A small random world with topics and highlighted text.
class TuneWorld : public testing::Test {
 protected:
  void SetUp() override {
    std::mt19937_64 random(search::test_seed());
    const auto documents = search::random_nested_documents(random, 40, 25);
    search::store(folder_ / "c", documents);
    index_.emplace(search::build(folder_, folder_ / "c", {}));
    Diagnostics diagnostics;
    collection_ = Collection::open(folder_ / "c", diagnostics);
    for (int i = 0; i < 8; ++i) {
      Topic topic;
      topic.id = std::to_string(i);
      topic.title = "w" + std::to_string(random() % 10) + " w" + std::to_string(random() % 25);
      topics_.push_back(topic);
      for (int j = 0; j < 15; ++j) {
        const auto document = collection_->find(
            documents[(static_cast<std::size_t>(i) * 5 + static_cast<std::size_t>(j)) % documents.size()]
                .first);
        const Offset length = document->length();
        const auto begin = static_cast<Offset>(random() % length);
        const auto size = static_cast<Offset>(1 + random() % (length - begin));
        qrels_ += topic.id + " Q0 " + std::string(document->id()) + " ";
        qrels_ += j % 3 == 0
                      ? "0 " + std::to_string(length) + "\n"
                      : std::to_string(size) + " " + std::to_string(length) + " " + std::to_string(begin) +
                            " " + std::to_string(begin) + ":" + std::to_string(size) + "\n";
      }
    }
    judgements_ = read_judgements(InputFile::from_memory("q.qrels", qrels_), {}, diagnostics);
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
    ASSERT_TRUE(judgements_);
  }

  std::unique_ptr<search::SearchSession> open(const search::Pipeline& pipeline,
                                              const std::string& index = "test.index") {
    Diagnostics diagnostics;
    search::OpenedIndexes indexes;
    indexes.open(folder_ / index, diagnostics);
    auto session = search::SearchSession::open(std::move(indexes), pipeline, folder_ / "c",
                                               search::OpenedIndexes::Want::kTake, diagnostics);
    for (const Diagnostic& said : diagnostics.kept()) {
      if (said.severity == Severity::kError) ADD_FAILURE() << to_string(said);
    }
    return session;
  }

  Objective objective(std::string_view measure, const Task* task) {
    Diagnostics diagnostics;
    const search::SearchSession& session = *sessions_.emplace_back(open(pipeline("reference", *task)));
    auto made = Objective::make(
        {session, topics_, *judgements_, parse_measures(measure, diagnostics)->front(), task}, diagnostics);
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
    return std::move(*made);
  }

  search::Pipeline pipeline(std::string_view preset, const Task& task) {
    Diagnostics diagnostics;
    search::Pipeline made;
    for (const search::Preset& each : search::presets()) {
      if (each.name == preset) read_preset(InputFile::from_memory("p", each.toml), task, made, diagnostics);
    }
    apply_task(made, task);
    return made;
  }

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < topics_.size(); ++i) numbers.push_back(i);
    return numbers;
  }

  TemporaryFolder folder_;
  std::optional<search::Index> index_;
  std::optional<Collection> collection_;
  std::vector<std::unique_ptr<search::SearchSession>> sessions_;
  std::vector<Topic> topics_;
  std::string qrels_;  ///< which the judgements have views of
  std::optional<Judgements> judgements_;
};

TEST_F(TuneWorld, AnObjectiveIsWhatAnEvaluationOfTheRunSays) {
  for (const char* const preset : {"reference", "default", "lip6"}) {
    const Task& task = *task_named("focused");
    Objective mine = objective("AiP", &task);
    const search::Pipeline settings = pipeline(preset, task);
    const std::vector<double> scores = mine.scores(settings, all());
    Diagnostics diagnostics;
    search::Searcher searcher({&*index_}, &*collection_, settings, diagnostics);
    std::deque<std::string> kept;
    std::vector<ResultRow> rows;
    for (const Topic& topic : topics_) {
      for (const search::Answer& each : searcher.search(searcher.count(*searcher.read(topic, diagnostics)))) {
        ResultRow row{topic.id, kept.emplace_back(each.id)};
        if (each.kind != ResultKind::kDocument) row.span = each.span;
        rows.push_back(row);
      }
    }
    const auto expected =
        evaluate(*judgements_, make_run("x", rows), "AiP", diagnostics, {.collection = &*collection_});
    ASSERT_TRUE(expected);
    for (std::size_t i = 0; i < scores.size(); ++i)
      EXPECT_EQ(scores[i], *expected->value(0, *expected->topic_named(topics_[i].id), 0))
          << preset << " " << i;
  }
}

TEST_F(TuneWorld, WhatIsGatheredIsKeptOnlyWhileItIsTheSame) {
  const Task& task = *task_named("focused");
  Objective mine = objective("AiP", &task);
  const search::Pipeline base = pipeline("lip6", task);
  const auto with = [&](const char* weights) {
    return changed(base, {search::read_change(std::string("score.weights=") + weights, base)});
  };
  for (const char* const weights : {"bm25=1 place=-0.5", "bm25=1 place=3", "length=1", "bm25=1 place=-0.5"}) {
    Objective fresh = objective("AiP", &task);
    EXPECT_EQ(mine.scores(with(weights), all()), fresh.scores(with(weights), all())) << weights;
  }
}

TEST_F(TuneWorld, AGridFindsTheBestPointAndFoldsDoNotSeeTheirTopics) {
  const Task& task = *task_named("document");
  Objective mine = objective("AP", &task);
  const search::Pipeline base = pipeline("reference", task);
  Diagnostics diagnostics;
  const std::vector<VariedSetting> settings{*parse_varied("articles.k1=0.2,0.9,1.8,2.6", base, diagnostics),
                                            *parse_varied("articles.b=0,0.4,1", base, diagnostics)};
  const auto best_of = [&](const std::vector<std::size_t>& topics) {
    Changes best;
    double mean = -1;
    for (const double k1 : {0.2, 0.9, 1.8, 2.6}) {
      for (const double b : {0.0, 0.4, 1.0}) {
        const Changes changes{{"articles.k1", k1}, {"articles.b", b}};
        const double reached = mine.mean(changed(base, changes), topics);
        if (reached > mean) {
          mean = reached;
          best = changes;
        }
      }
    }
    return best;
  };
  const auto grid = make_grid({mine, base, 1, {}}, settings);
  const Tuning tuning = tune(mine, base, *grid, 4, 1);
  EXPECT_EQ(tuning.changes, best_of(all()));
  ASSERT_EQ(tuning.folds.size(), 4U);
  for (const TunedFold& fold : tuning.folds) {
    std::vector<std::size_t> others;
    std::ranges::set_difference(all(), fold.topics, std::back_inserter(others));
    EXPECT_EQ(fold.changes, best_of(others));
    const auto scores = mine.scores(changed(base, fold.changes), fold.topics);
    for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_EQ(tuning.held_out[fold.topics[i]], scores[i]);
  }
  EXPECT_NEAR(tuning.gain, mean_of(tuning.held_out) - mean_of(tuning.preset), 1e-12);
  const auto ascent = make_coordinate({mine, base, 1, {}}, settings);
  const double reached = mine.mean(changed(base, ascent->tune(all())), all());
  EXPECT_GE(reached, mean_of(tuning.preset));
  // The preset's own values are points of the grid.
  EXPECT_LE(reached, tuning.training);
}

TEST_F(TuneWorld, ATunedPresetGivesItsFigureAgain) {
  const Task& task = *task_named("focused");
  for (const Learner& learner : learners()) {
    // The ascent takes thousands of steps: one topic is enough to see that it climbs.
    const bool slow = learner.name == "coordinate";
    Objective mine = objective("AiP", &task);
    const search::Pipeline base = pipeline(learner.weighs_features ? "lip6" : "ujm", task);
    ASSERT_EQ(learner_fault(learner, *open(base), *judgements_), "") << learner.name;
    const auto tuner = learner.make({mine, base, 1, {}});
    const std::vector<std::size_t> topics = slow ? std::vector<std::size_t>{0} : all();
    const Changes changes = tuner->tune(topics);
    const search::Pipeline tuned = changed(base, changes);
    const double figure = mine.mean(tuned, topics);
    if (slow) {
      EXPECT_GE(figure, mine.mean(base, topics));
    }
    search::Pipeline again;
    Diagnostics diagnostics;
    ASSERT_TRUE(read_preset(InputFile::copy_of("t", to_toml(tuned)), task, again, diagnostics))
        << learner.name;
    apply_task(again, task);
    EXPECT_EQ(objective("AiP", &task).mean(again, topics), figure) << learner.name;
    EXPECT_EQ(learner.make({mine, base, 1, {}})->tune(topics), changes) << learner.name;
  }
}

TEST_F(TuneWorld, LearnersSayWhatTheyCannotServe) {
  const Task& task = *task_named("focused");
  for (const Learner& learner : learners())
    EXPECT_NE(learner_fault(learner, *open(pipeline("reference", task)), *judgements_), "") << learner.name;
}

TEST_F(TuneWorld, TrainingTopicsHaveTheHighlightedShareOfTheirUnits) {
  const Task& task = *task_named("focused");
  Objective mine = objective("AiP", &task);
  const search::Pipeline settings = with_all_features(pipeline("lip6", task));
  const TrainingTopic topic = training_topic(mine, settings, 0);
  ASSERT_FALSE(topic.labels.empty());
  const auto& gathered = mine.gathered(settings, 0);
  std::size_t at = 0;
  for (std::size_t i = 0; i < gathered.partial.units.size(); ++i) {
    const auto* const document = judgements_->topics()[0].find(gathered.partial.articles[i].id);
    if (document == nullptr) continue;
    for (const search::Unit& unit : gathered.partial.units[i].units) {
      double inside = 0;
      for (const Span highlight : judgements_->topics()[0].highlights(*document)) {
        for (Offset c = unit.span.begin; c < unit.span.end; ++c)
          inside += highlight.begin <= c && c < highlight.end ? 1 : 0;
      }
      ASSERT_LT(at, topic.labels.size());
      EXPECT_NEAR(topic.labels[at++], inside / unit.span.size(), 1e-12);
    }
  }
  EXPECT_EQ(at, topic.labels.size());
}

TEST_F(TuneWorld, TagWeightsAreTheRatioOfTheirShares) {
  const Task& task = *task_named("focused");
  Objective mine = objective("AiP", &task);
  const search::Pipeline base = pipeline("ujm", task);
  const auto changes = make_tags({mine, base, 1, {}})->tune(all());
  // Word by word, in the trees.
  std::map<std::string, double> relevant;
  std::map<std::string, double> every;
  double relevant_words = 0;
  double words = 0;
  search::Analyser analyser{search::AnalysisSettings{}};
  collection_->each([&](const Document& document) {
    search::AnalysedDocument analysed;
    analyser.analyse(document.text(), document.tree(), analysed);
    for (const search::AnalysedWord& word : analysed.words) {
      const Span first{word.span.begin, word.span.begin + 1};
      const std::string tag(document.tree().name(document.tree().smallest_containing(first)));
      ++every[tag];
      ++words;
      for (const TopicJudgements& topic : judgements_->topics()) {
        const auto* const judged = topic.find(document.id());
        if (judged == nullptr) continue;
        for (const Span highlight : topic.highlights(*judged)) {
          if (highlight.begin > first.begin || first.begin >= highlight.end) continue;
          ++relevant[tag];
          ++relevant_words;
        }
      }
    }
    return true;
  });
  ASSERT_EQ(changes.size(), 1U);
  const auto* const weights = std::get_if<search::NamedWeights>(&changes[0].value);
  ASSERT_NE(weights, nullptr);
  EXPECT_EQ(weights->size(), every.size());
  for (const auto& [tag, weight] : *weights) {
    const double expected =
        ((relevant[tag] + 0.5) / (relevant_words + 0.5)) / ((every[tag] + 0.5) / (words + 0.5));
    EXPECT_NEAR(weight, expected, 1e-4 * expected) << tag;
  }
}

TEST_F(TuneWorld, ASweepReadsFewerPostingsAsItsLimitsShrink) {
  search::BuildOptions options;
  options.impact_bits = 8;
  search::build(folder_, folder_ / "c", options, "impacts.index");
  const search::Pipeline base = pipeline("otago", *task_named("document"));
  Diagnostics diagnostics;
  const auto session = open(base, "impacts.index");
  const SweepInput input{
      *session,
      topics_,
      {*parse_sweep("k=3,20", base, diagnostics), *parse_sweep("K=1,5,1000", base, diagnostics)},
      2,
      &*judgements_,
      {}};
  const auto made = sweep(input, diagnostics);
  for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  ASSERT_TRUE(made);
  ASSERT_EQ(made->points.size(), 6U);
  EXPECT_EQ(made->measures, (std::vector<std::string>{"AiP", "iP@0.01", "AP"}));
  for (const std::size_t k : {std::size_t{0}, std::size_t{3}}) {
    EXPECT_LE(made->points[k].postings, made->points[k + 1].postings);
    EXPECT_LE(made->points[k + 1].postings, made->points[k + 2].postings);
    EXPECT_EQ(made->points[k + 2].overlap, 1);
  }
  EXPECT_EQ(made->points[0].name, "k3-K1");
  for (const SweepPoint& point : made->points) {
    EXPECT_GE(point.p99_ms, point.median_ms);
    for (const SweptTopic& topic : point.topics)
      EXPECT_LE(topic.answers.size(), point.values[0] == "3" ? 3U : 20U);
    const std::string rows = curve_rows(*made);
    EXPECT_EQ(rows.substr(0, rows.find('\n')),
              "run\tk\tK\tmedian_ms\tp99_ms\tpostings\toverlap\tAiP\tiP@0.01\tAP");
  }
  EXPECT_FALSE(parse_sweep("k=0", base, diagnostics));
  EXPECT_FALSE(parse_sweep("K", base, diagnostics));
  EXPECT_FALSE(parse_sweep("nothing=1", base, diagnostics));
}

}  // namespace
}  // namespace fovea::tune
