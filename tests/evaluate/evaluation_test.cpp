// From files to scores: which topics count, what is said, and that threads change nothing.
#include "evaluate/evaluation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "judgements/judgement_file.h"
#include "measures/measure_name.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

class Evaluating : public testing::Test {
 protected:
  void judge(std::string_view text) {
    Diagnostics diagnostics;
    judgements_ = read_judgements(std::vector{folder_.write("judgements", text)}, {}, diagnostics);
    ASSERT_TRUE(judgements_ && diagnostics.ok());
  }
  EvaluationOutcome evaluate(std::string_view run_text, std::string_view measures,
                             EvaluationOptions options = {}) {
    Diagnostics diagnostics;
    run_ = fovea::Run::open(folder_.write("run", run_text), nullptr, diagnostics);
    EXPECT_TRUE(run_ && diagnostics.ok());
    options.measures = *parse_measures(measures, diagnostics);
    return Evaluation::make(*judgements_, nullptr, std::move(options), diagnostics)->evaluate(*run_);
  }

  TemporaryFolder folder_;
  std::optional<Judgements> judgements_;
  std::optional<fovea::Run> run_;
};

TEST_F(Evaluating, CountsAllJudgedTopicsOrThoseAnswered) {
  judge("1 0 a 1\n2 0 a 1\n");
  const std::string_view run = "2 Q0 a 1 9 r\n3 Q0 a 1 9 r\n";
  const EvaluationOutcome all = evaluate(run, "RR");
  EXPECT_EQ(all.scores.value(0, 0, 0), 0.0);
  EXPECT_EQ(all.scores.value(0, 1, 0), 1.0);
  EXPECT_DOUBLE_EQ(all.scores.summary(0, 0), 0.5);
  EXPECT_EQ(all.runs[0].missing, std::vector<std::string>{"1"});
  EXPECT_EQ(all.runs[0].unjudged, std::vector<std::string>{"3"});
  EXPECT_EQ(all.runs[0].counts.answered, 1U);
  const EvaluationOutcome answered = evaluate(run, "RR", {.topics = CountedTopics::kAnswered});
  EXPECT_EQ(answered.scores.value(0, 0, 0), std::nullopt);
  EXPECT_DOUBLE_EQ(answered.scores.summary(0, 0), 1);
}

TEST_F(Evaluating, FindsTheFirstBrokenRuleOfTheFile) {
  judge("1 Q0 a 5 100 0 0:5\n2 Q0 a 5 100 0 0:5\n");
  const EvaluationOutcome outcome =
      evaluate("2 Q0 a 1 9 r 0 5\n2 Q0 a 2 8 r 3 5\n1 Q0 a 1 9 r 0 5\n1 Q0 a 2 8 r 3 5\n", "AiP",
               {.task = task_named("focused"), .rules = true});
  const RunOutcome& run = outcome.runs[0];
  EXPECT_EQ(run.kind, RunOutcomeKind::kBreaksRules);
  EXPECT_TRUE(outcome.scores.runs().empty());
  ASSERT_TRUE(run.first_breach);
  EXPECT_EQ(run.first_breach->topic, "2");
  EXPECT_EQ(run.first_breach->line, 2U);
  EXPECT_EQ(run.breaches.errors(), 2U);
}

TEST_F(Evaluating, SaysWhichMeasureLacksWhat) {
  judge("1 0 a 1\n");
  Diagnostics diagnostics;
  const auto evaluation = Evaluation::make(
      *judgements_, nullptr, {.measures = *parse_measures("AP AiP AgP(t2i=300) AgP(bep=500)", diagnostics)},
      diagnostics);
  ASSERT_TRUE(evaluation);
  EXPECT_FALSE(evaluation->usable());
  EXPECT_EQ(evaluation->lacking().errors(), 3U);
  EXPECT_NE(evaluation->lacking().kept()[0].message.find("AiP needs highlighted text"), std::string::npos);
}

/// Highlights and overlapping passages for many topics, from a seed.
struct MadeUp {
  std::string judgements;
  std::string run;
};

MadeUp make_up(unsigned seed) {
  std::mt19937 random(seed);
  MadeUp made;
  for (int topic = 0; topic < 60; ++topic) {
    for (int doc = 0; doc < 20; ++doc) {
      const auto begin = random() % 900;
      made.judgements += random() % 2 == 0
                             ? fmt::format("{} Q0 {} 0 1000\n", topic, doc)
                             : fmt::format("{} Q0 {} 50 1000 {} {}:50\n", topic, doc, begin, begin);
    }
    for (int rank = 1; rank <= 100; ++rank) {
      made.run += fmt::format("{} Q0 {} {} {} r {} {}\n", topic, random() % 40, rank, 1000 - rank,
                              random() % 900, random() % 100);
    }
  }
  return made;
}

TEST_F(Evaluating, GivesTheSameForAnyNumberOfThreads) {
  const MadeUp made = make_up(3);
  judge(made.judgements);
  const std::string_view measures = "AiP iP@0.01 AgP AgP(t2i=300) gP(bep=500)@5 charF IoU@10 AP nDCG Bpref";
  std::vector<EvaluationOutcome> evaluations;
  for (const std::size_t threads : {1U, 2U, 5U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    evaluations.push_back(evaluate(made.run, measures,
                                   {.task = task_named("focused"), .rules = true, .scores_every_run = true}));
  }
  for (const EvaluationOutcome& other : evaluations) {
    for (std::size_t m = 0; m < other.scores.measures().size(); ++m) {
      EXPECT_TRUE(std::ranges::equal(other.scores.values(0, m), evaluations[0].scores.values(0, m)));
      EXPECT_EQ(other.scores.summary(0, m), evaluations[0].scores.summary(0, m));
    }
    const std::vector<Diagnostic>& breaches = other.runs[0].breaches.kept();
    const std::vector<Diagnostic>& expected = evaluations[0].runs[0].breaches.kept();
    ASSERT_EQ(breaches.size(), expected.size());
    for (std::size_t i = 0; i < breaches.size(); ++i)
      EXPECT_EQ(to_string(breaches[i]), to_string(expected[i]));
  }
}

}  // namespace
}  // namespace fovea
