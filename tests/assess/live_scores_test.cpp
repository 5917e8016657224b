// Scores and agreement while people judge: what an evaluation of the export says, after every act.
#include "assess/live_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>

#include "assess/assessor_agreement.h"
#include "assess/export.h"
#include "evaluate/evaluation.h"
#include "judgements/judgement_file.h"
#include "judgements/judgement_format.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

/// Two topics with three documents each, and two runs of passages.
class LiveTest : public testing::Test {
 protected:
  void SetUp() override {
    {
      Transaction transaction(store.database());
      must(store.add_pool(pool_of({{"1", {"a", "b", "c"}}, {"2", {"a", "b", "c"}}}, 2), {}, *world.collection,
                          {}));
      second_topic = must(store.assign("2", world.ann, Part::kMain, {})).id;
      transaction.commit();
    }
    add_run("one", "1 Q0 a 1 3 one 0 10\n1 Q0 b 2 2 one 5 10\n2 Q0 c 1 3 one 0 40\n2 Q0 a 2 2 one 1 4\n");
    add_run("two", "1 Q0 c 1 3 two 0 40\n1 Q0 a 2 2 two 20 20\n2 Q0 b 1 3 two 10 20\n");
    live.emplace(world.path, std::vector<ScoredTrackRun>{{"one", &runs[0]}, {"two", &runs[1]}},
                 &*world.collection, live_measures(AssessMode::kHighlight));
  }

  void add_run(const std::string& name, const std::string& rows) {
    Diagnostics said;
    auto run = fovea::Run::open(InputFile::from_memory(name, texts.emplace_back(rows)), nullptr, said);
    ASSERT_TRUE(run && said.ok());
    runs.push_back(std::move(*run));
  }

  bool act(std::int64_t assignment, const Act& act, std::int64_t account) {
    Transaction transaction(store.database());
    const auto outcome = store.act(assignment, act, world.rules, {account, 0});
    transaction.commit();
    const auto* const accepted = std::get_if<Accepted>(&outcome);
    return accepted != nullptr && accepted->rejudged;
  }

  /// What `fovea eval` computes from the file that is exported.
  std::vector<std::vector<double>> from_export() {
    std::string bytes;
    judgement_formats::kInexQrels.write(judgements_in(store, {}), nullptr,
                                        [&](std::string_view piece) { bytes += piece; });
    std::vector<std::vector<double>> out(runs.size());
    if (bytes.empty()) return out;
    Diagnostics said;
    const auto judgements = read_judgements(InputFile::from_memory("export", bytes), {}, said);
    auto evaluation = Evaluation::make(*judgements, &*world.collection,
                                       {.measures = live->measures(), .scores_every_run = true}, said);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const EvaluationOutcome run = evaluation->evaluate(runs[r]);
      for (std::size_t m = 0; m < live->measures().size(); ++m) out[r].push_back(run.scores.summary(0, m));
    }
    return out;
  }

  World world;
  Store store = world.open();
  std::deque<std::string> texts;  // the runs are views of them
  std::deque<fovea::Run> runs;    // the scores point to them
  std::int64_t second_topic = 0;
  std::optional<LiveScores> live;
};

TEST_F(LiveTest, ScoresAreThoseOfTheExportAfterEveryAct) {
  std::mt19937 random(20261115);
  const std::string docs[] = {"a", "b", "c"};
  std::size_t scored = 0;
  for (int step = 0; step < 150; ++step) {
    const bool first = random() % 2 == 0;
    const std::int64_t assignment = first ? world.first : second_topic;
    const std::string doc = docs[random() % 3];
    const std::int64_t version = store.state(assignment, store.document(doc)->id).version;
    Act next;
    switch (random() % 6) {
      case 0:
      case 1: {
        const auto begin = static_cast<Offset>(random() % 39);
        next = world.mark(random() % 4 == 0 ? EventKind::kRemove : EventKind::kAdd, begin,
                          begin + 1 + static_cast<Offset>(random() % (40 - begin)), version, doc);
        break;
      }
      case 2:
        next = world.entry(static_cast<Offset>(random() % 40), version, doc);
        break;
      case 3:
        next = world.act(EventKind::kUndo, version, doc);
        break;
      default:
        next = world.verdict(random() % 3 == 0 ? Status::kNotRelevant : Status::kRelevant, version, doc);
    }
    if (!act(assignment, next, world.ann)) continue;
    live->mark(first ? "1" : "2");
    live->settle();
    const LiveFigures figures = live->figures(false);
    const auto expected = from_export();
    for (std::size_t r = 0; r < runs.size(); ++r) {
      for (std::size_t m = 0; m < expected[r].size(); ++m) {
        EXPECT_EQ(figures.runs[r].scores[m].mean, expected[r][m]) << "step " << step << ", measure " << m;
        scored += expected[r][m] > 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(scored, 100U) << "scores of 0 show nothing";
}

TEST_F(LiveTest, CountsUnjudgedDocumentsAsNotRelevantAndLeavesThemOut) {
  // "one" returns a, then b: only b is judged, and relevant.
  act(world.first, world.mark(EventKind::kAdd, 0, 40, 0, "b"), world.ann);
  act(world.first, world.entry(0, 1, "b"), world.ann);
  EXPECT_TRUE(act(world.first, world.verdict(Status::kRelevant, 2, "b"), world.ann));
  live->mark("1");
  live->settle();
  const LiveFigures figures = live->figures(false);
  EXPECT_THAT(figures.topics, ElementsAre("1"));
  EXPECT_EQ(figures.measures.back(), "AP");
  const LiveRun& one = figures.runs[0];
  EXPECT_DOUBLE_EQ(one.scores.back().mean, 0.5);
  EXPECT_DOUBLE_EQ(one.scores.back().judged_only, 1);
  EXPECT_DOUBLE_EQ(*one.judged_at_10, 0.5);
  EXPECT_DOUBLE_EQ(*one.first_unjudged, 1);
  EXPECT_FALSE(one.scores.back().interval) << "of one topic there is none";
  EXPECT_THAT(live->figures(true).topics, IsEmpty());
}

TEST_F(LiveTest, AgreementCountsWhatBothJudged) {
  const auto judge = [&](std::int64_t assignment, std::int64_t account, const std::string& doc, Span mark) {
    act(assignment, world.mark(EventKind::kAdd, mark.begin, mark.end, 0, doc), account);
    act(assignment, world.entry(mark.begin, 1, doc), account);
    act(assignment, world.verdict(Status::kRelevant, 2, doc), account);
  };
  judge(world.first, world.ann, "a", {0, 20});
  judge(world.second, world.bob, "a", {10, 30});
  act(world.first, world.verdict(Status::kNotRelevant, 0, "b"), world.ann);
  act(world.second, world.verdict(Status::kNotRelevant, 0, "b"), world.bob);
  act(world.first, world.verdict(Status::kNotRelevant, 0, "c"), world.ann);
  const AssessorAgreement agreement = assessor_agreement(store, &*live);
  ASSERT_EQ(agreement.topics.size(), 2U);
  EXPECT_EQ(agreement.topics[0].topic, "1");
  EXPECT_EQ(agreement.topics[0].articles.both, 1U);
  EXPECT_EQ(agreement.topics[0].articles.neither, 1U);
  EXPECT_DOUBLE_EQ(*agreement.topics[0].kappa, 1);
  EXPECT_THAT(*agreement.topics[0].overlap, DoubleNear(10.0 / 30, 1e-12));
  EXPECT_DOUBLE_EQ(*agreement.median_bep_distance, 10);
  ASSERT_EQ(agreement.disagreements.size(), 1U);
  EXPECT_EQ(agreement.disagreements[0].doc, "a");
  // a is what "one" returns first and "two" second, whoever is asked; c, which only one has judged, does not count.
  ASSERT_TRUE(agreement.tau);
}

}  // namespace
}  // namespace fovea::assess
