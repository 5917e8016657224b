// Streamed or kept: the scores and every word said are the same.
#include "evaluate/judgement_source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "evaluate/evaluation_request.h"
#include "measures/measure_name.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using Passes = JudgementSource::Passes;

/// Judgements and a run, mostly sound.
class RandomWorld {
 public:
  explicit RandomWorld(unsigned seed) : random_(seed), inex_(chance(2)), flawed_(chance(2)) {}

  bool inex() const { return inex_; }

  std::string judgements() {
    std::string rows;
    const unsigned topics = 1 + below(5);
    for (unsigned topic = 1; topic <= topics; ++topic) {
      const bool relevance = !flawed_ || !chance(8);
      for (unsigned doc = 0; doc < 1 + below(6); ++doc) rows += judgement(topic, doc, relevance);
      if (flawed_ && chance(10))
        rows += judgement(1 + below(topic), below(9), true);  // a topic that comes back
      // No name for a topic.
      if (flawed_ && chance(40)) rows += inex_ ? "all Q0 d1 5 100 0 0:5\n" : "all 0 d1 1\n";
    }
    return rows;
  }

  std::string run() {
    std::string rows;
    const bool flawed = chance(4);
    for (unsigned topic = 1; topic <= 6; ++topic) {
      if (chance(5)) continue;
      for (unsigned rank = 1; rank <= below(8); ++rank) {
        if (flawed && chance(12)) {
          rows += pick({"1 Q0 a\n", "1 Q0 a x 1 tag\n", "\n", "1 Q0 a 1 1 tag 5 x\n", "1 Q0 a 1 nan tag\n"});
        }
        rows += fmt::format("{} Q0 d{} {} {} tag", topic, below(8), rank, chance(3) ? 1 : 100 - rank);
        rows += inex_ ? fmt::format(" {} {}\n", below(90), 1 + below(20)) : "\n";
      }
    }
    return rows.empty() ? "1 Q0 d1 1 1 tag 0 9\n" : rows;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool chance(unsigned in) { return below(in) == 0; }
  std::string pick(const std::vector<std::string>& from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }

  std::string judgement(unsigned topic, unsigned doc, bool may_be_relevant) {
    const std::string id = fmt::format("d{}", flawed_ && chance(15) ? 0 : doc);
    if (flawed_ && chance(12)) return flaw(topic, id);
    const bool relevant = may_be_relevant && (doc == 0 || chance(2));
    const std::string end = chance(20) ? "\r\n" : "\n";
    if (!inex_) return fmt::format("{} 0 {} {}{}", topic, id, relevant ? 1 + below(2) : 0, end);
    if (!relevant) return fmt::format("{} Q0 {} 0 100{}", topic, id, end);
    const unsigned begin = below(80);
    return fmt::format("{} Q0 {} 20 100 {} {}:20{}", topic, id, begin, begin, end);
  }

  std::string flaw(unsigned topic, const std::string& id) {
    if (!inex_) {
      return fmt::format(
          fmt::runtime(pick({"{} 0 {} x\n", "{} 0 {}\n", "{} 0 {} 1 2\n", "{} 0 {} -1\n", "\n"})), topic, id);
    }
    return fmt::format(
        fmt::runtime(pick({"{} Q0 {} 5 100 0 0:x\n", "{} Q0 {} 5 100 0 95:20\n", "{} Q0 {} 5\n", "\n",
                           "{} Q0 {} 7 100 0 0:5\n", "{} Q0 {} 5 100 200 0:5\n", "{} Q0 {} 5 3 0 0:5\n",
                           "{} Q0 {} 10 100 0 0:5 3:5\n", "{} Q0 {} 0 100 5\n", "{} Q0 {} 5 100 0\n"})),
        topic, id);
  }

  std::mt19937 random_;
  bool inex_;
  bool flawed_;
};

void add(std::vector<std::string>& to, const Diagnostics& said) {
  for (const Diagnostic& diagnostic : said.kept())
    to.push_back(diagnostic.code + " " + to_string(diagnostic));
  to.push_back(fmt::format("{} errors, {} warnings", said.errors(), said.warnings()));
}

/// All that a user would be told about the judgements and the first run, and its scores.
std::vector<std::string> outcome_of(const std::string& judgements, std::span<const std::string> runs,
                                    const EvaluationOptions& options) {
  EvaluationRequest request{.judgements = {.path = judgements}, .options = options};
  for (const std::string& run : runs) request.runs.push_back({.file = run});
  const EvaluationOutcome outcome = evaluate(request);
  std::vector<std::string> all;
  add(all, outcome.judgements);
  add(all, outcome.reason);
  add(all, outcome.remarks);
  if (outcome.runs.empty()) return all;
  const RunOutcome& first = outcome.runs.front();
  all.push_back(fmt::format("kind {}", static_cast<int>(first.kind)));
  for (const Diagnostics* said : {&first.opening, &first.diagnostics, &first.breaches, &first.remarks})
    add(all, *said);
  if (!first.row) return all;
  const Scores& scores = outcome.scores;
  for (std::size_t m = 0; m < scores.measures().size(); ++m) {
    for (std::size_t t = 0; t < scores.topics().size(); ++t) {
      const auto value = scores.value(*first.row, t, m);
      all.push_back(fmt::format("{} {} {}", scores.measures()[m].name, scores.topics()[t],
                                value ? fmt::format("{}", *value) : "-"));
    }
    all.push_back(fmt::format("{} all {}", scores.measures()[m].name, scores.summary(*first.row, m)));
  }
  return all;
}

TEST(JudgementSource, OneRunAloneHasTheScoresAndTheMessagesThatItHasBesideAnother) {
  const TemporaryFolder folder;
  Diagnostics wrong;
  const EvaluationOptions kinds[] = {
      {.measures = *parse_measures("AP P@5 nDCG Bpref", wrong)},
      {.measures = *parse_measures("AP", wrong), .topics = CountedTopics::kAnswered},
      {.compat = CompatMode::kTrecEval},
      {.measures = *parse_measures("AiP AgP AgP(t2i=300) charP", wrong),
       .task = task_named("focused"),
       .rules = true},
      {.measures = *parse_measures("AgP(bep=500) AP", wrong)},
      {.measures = *parse_measures("AP", wrong), .relevance_level = 2},
  };
  std::size_t streamed = 0;
  std::size_t faulty = 0;
  for (unsigned seed = 0; seed < 800; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomWorld world(seed);
    const std::string judgements = folder.write("judgements", world.judgements());
    const std::vector<std::string> runs = {folder.write("first", world.run()),
                                           folder.write("second", world.run())};
    const EvaluationOptions& options = kinds[seed % std::size(kinds)];
    ASSERT_EQ(outcome_of(judgements, std::span(runs).first(1), options),
              outcome_of(judgements, runs, options));
    JudgementSource source(judgements, {}, Passes::kOne);
    streamed += source.kept() ? 0 : 1;
    faulty += source.said().ok() ? 0 : 1;
  }
  EXPECT_GT(streamed, 300U);
  EXPECT_GT(faulty, 100U);
}

TEST(JudgementSource, IsStreamedForOnePassAndKeptForMany) {
  const TemporaryFolder folder;
  const std::string file = folder.write("qrels", "1 0 a 1\n2 0 b 1\n");
  JudgementSource one(file, {}, Passes::kOne);
  EXPECT_FALSE(one.kept());
  TopicJudgements memory{std::string_view()};
  ASSERT_NE(one.topic(0, memory), nullptr);
  EXPECT_EQ(memory.documents()[0].id, "a");
  EXPECT_TRUE(JudgementSource(file, {.merge = MergePolicy::kUnion}, Passes::kOne).kept());
  JudgementSource many(file, {}, Passes::kMany);
  EXPECT_TRUE(many.kept());
  EXPECT_EQ(many.topic(1, memory), &many.judgements().topics()[1]);
}

TEST(JudgementSource, SaysWhatIsWrongWithTopicsThatNobodyAskedFor) {
  const TemporaryFolder folder;
  JudgementSource source(folder.write("qrels", "1 0 a 1\n1 0 b 1\n2 0 c 1\n2 0 d x\n3 0 e 1\n"), {},
                         Passes::kOne);
  ASSERT_FALSE(source.kept());
  EXPECT_TRUE(source.usable());
  EXPECT_EQ(source.said().errors(), 1U);
  EXPECT_FALSE(source.usable());
}

}  // namespace
}  // namespace fovea
