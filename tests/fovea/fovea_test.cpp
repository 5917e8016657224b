// The front door, used as its header says.
#include "fovea.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measures/registry.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::HasSubstr;

std::vector<JudgementRow> judged() {
  return {{.topic = "1", .doc = "a", .highlights = {{0, 50}}, .length = 100},
          {.topic = "1", .doc = "b", .length = 70},
          {.topic = "1", .doc = "c", .highlights = {{20, 30}, {30, 40}}, .length = 80, .bep = 20},
          {.topic = "2", .doc = "b", .highlights = {{10, 30}}, .length = 60}};
}
constexpr std::string_view kQrels =
    "1 Q0 a 50 100 0 0:50\n1 Q0 b 0 70\n1 Q0 c 20 80 20 20:20\n2 Q0 b 20 60 10 10:20\n";

std::vector<ResultRow> returned() {
  return {{"1", "a", {{0, 60}}},
          {"1", "b", {{0, 10}}},
          {"1", "c", {{25, 70}}},
          {"2", "c", {{0, 5}}},
          {"2", "b", {{0, 20}}}};
}
constexpr std::string_view kRun =
    "1 Q0 a 1 9 mine 0 60\n1 Q0 b 2 8 mine 0 10\n1 Q0 c 3 7 mine 25 45\n2 Q0 c 1 9 mine 0 5\n2 Q0 b 2 8 mine "
    "0 20\n";

std::string first_of(const Diagnostics& said) {
  return said.kept().empty() ? "" : to_string(said.kept().front());
}

TEST(FrontDoor, FilesAndRowsInMemoryGiveTheSameScores) {
  const TemporaryFolder folder;
  Diagnostics said;
  const auto from_file = read_judgements(folder.write("q.qrels", kQrels), said);
  const auto from_rows = make_judgements(judged(), said);
  const auto opened = fovea::Run::open(folder.write("a.run", kRun), said);
  ASSERT_TRUE(from_file && from_rows && opened) << first_of(said);
  const fovea::Run made = make_run("mine", returned());
  const std::string_view measures = "AP, P@5, AgP(t2i=300), AiP, charF, AgP";
  const auto first = evaluate(*from_file, *opened, measures, said);
  const auto second = evaluate(*from_rows, made, measures, said);
  ASSERT_TRUE(first && second) << first_of(said);
  EXPECT_EQ(said.errors() + said.warnings(), 0U) << first_of(said);
  EXPECT_EQ(first->runs()[0].name, "mine");
  EXPECT_EQ(second->runs()[0].name, "mine");
  ASSERT_EQ(second->measures().size(), 6U);
  for (std::size_t m = 0; m < 6; ++m) {
    EXPECT_EQ(first->summary(0, m), second->summary(0, m)) << first->measures()[m].name;
    for (std::size_t t = 0; t < 2; ++t) EXPECT_EQ(first->value(0, t, m), second->value(0, t, m));
  }
  EXPECT_DOUBLE_EQ(*first->value(0, 0, 0), (1.0 + 2.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(*first->value(0, 1, 0), 0.5);
}

TEST(FrontDoor, RunsAreComparedWithAnInterval) {
  Diagnostics said;
  const auto judgements = make_judgements(judged(), said);
  std::vector<fovea::Run> runs;
  runs.push_back(make_run("late", std::vector<ResultRow>{{"1", "b"}, {"1", "a"}, {"2", "c"}, {"2", "b"}}));
  runs.push_back(make_run("early", std::vector<ResultRow>{{"1", "a"}, {"2", "b"}}));
  const auto scores = evaluate(*judgements, runs, "RR AP", said);
  ASSERT_TRUE(scores) << first_of(said);
  const auto comparison = compare(*scores, "AP", said);
  ASSERT_TRUE(comparison) << first_of(said);
  ASSERT_EQ(comparison->pairs.size(), 1U);
  const stats::ComparedPair& pair = comparison->pairs.front();
  EXPECT_EQ(scores->runs()[pair.runs.first].name, "early");
  EXPECT_DOUBLE_EQ(pair.difference, 0.375);  // 0.25 on the one topic, 0.5 on the other
  ASSERT_TRUE(pair.interval);
  EXPECT_DOUBLE_EQ(pair.interval->low, -1);  // t of one degree of freedom leaves what a difference can be
  EXPECT_DOUBLE_EQ(pair.interval->high, 1);
  EXPECT_FALSE(compare(*scores, "P@9", said));
  EXPECT_THAT(first_of(said), HasSubstr("found 'P@9', expected a measure of the scores"));
}

TEST(FrontDoor, WhatIsWrongIsSaidAndNothingReturned) {
  const TemporaryFolder folder;
  const auto why = [](const auto& attempt) {
    Diagnostics said;
    EXPECT_FALSE(attempt(said));
    EXPECT_GT(said.errors(), 0U);
    return first_of(said);
  };
  Diagnostics fine;
  const auto judgements = make_judgements(judged(), fine);
  const fovea::Run run = make_run("mine", returned());
  EXPECT_THAT(why([&](Diagnostics& said) { return read_judgements(folder / "none", said); }),
              HasSubstr("none"));
  EXPECT_THAT(why([&](Diagnostics& said) {
                return read_judgements(folder.write("bad", "1 0 a 1\n1 0 b x\n"), said);
              }),
              HasSubstr("bad:2:7: found 'x'"));
  EXPECT_THAT(why([&](Diagnostics& said) { return evaluate(*judgements, run, "AQ", said); }),
              HasSubstr("AQ"));
  EXPECT_THAT(why([&](Diagnostics& said) { return evaluate(*judgements, run, "MAep", said); }),
              HasSubstr("MAep needs grades of elements"));
  const fovea::Run elsewhere = make_run("elsewhere", std::vector<ResultRow>{{"9", "a"}});
  EXPECT_THAT(why([&](Diagnostics& said) { return evaluate(*judgements, elsewhere, "AP", said); }),
              HasSubstr("elsewhere: no topic in common"));
  std::vector<JudgementRow> rows = judged();
  rows[2].highlights[1].end = 90;
  EXPECT_EQ(
      why([&](Diagnostics& said) { return make_judgements(rows, said); }),
      "judgements:3: found characters 30 to 90, expected some text of document 'c', which has 80 characters");
  rows[2] = rows[0];
  EXPECT_THAT(why([&](Diagnostics& said) { return make_judgements(rows, said); }), HasSubstr("judgements:3"));
}

TEST(FrontDoor, EveryMeasureIsComputedOrRefusedInWords) {
  Diagnostics fine;
  const auto judgements = make_judgements(judged(), fine);
  const fovea::Run run = make_run("mine", returned());
  std::size_t refused = 0;
  for (const MeasureFamily& family : measure_registry().families()) {
    for (const MeasureRecord& record : family.records) {
      Diagnostics said;
      const auto scores = evaluate(*judgements, run, record.name, said);
      EXPECT_NE(scores.has_value(), said.errors() > 0) << record.name;
      if (!scores) ++refused;
    }
  }
  EXPECT_GT(refused, 0U);
  for (const std::string measure : {"chunkAP", "chunkNDCG@5"}) {
    Diagnostics said;
    EXPECT_FALSE(evaluate(*judgements, run, measure, said));
    EXPECT_EQ(
        first_of(said),
        measure + " counts the relevant chunks there are, and needs the chunking that the runs were made of");
  }
  Diagnostics said;
  EXPECT_FALSE(evaluate(*judgements, run, "PrecisionOmega", said));
  EXPECT_EQ(first_of(said), "PrecisionOmega scores a chunking (index, document, begin, end), not a run");
}

TEST(FrontDoor, WarningsStandBesideScoresThatHold) {
  Diagnostics said;
  const auto judgements = make_judgements(judged(), said);
  const auto scores = evaluate(*judgements, make_run("half", std::vector<ResultRow>{{"1", "a"}}), "AP", said);
  ASSERT_TRUE(scores);
  EXPECT_EQ(scores->summary(0, 0), 0.25);
  EXPECT_EQ(said.count("missing-topics"), 1U);
  EXPECT_TRUE(said.ok());
}

TEST(FrontDoor, OptionsAreThoseOfTheCommand) {
  Diagnostics said;
  const auto judgements = make_judgements(judged(), said);
  std::vector<fovea::Run> runs;
  runs.push_back(make_run("half", std::vector<ResultRow>{{"1", "b"}, {"1", "a"}}));
  const auto scores =
      evaluate(*judgements, runs, {.compat = CompatMode::kTrecEval, .depth = 1}, nullptr, said);
  ASSERT_TRUE(scores) << first_of(said);
  EXPECT_EQ(scores->summary(0, *scores->measure_named("map")), 0);
  EXPECT_FALSE(scores->has(0, 1));  // trec_eval counts answered topics
}

}  // namespace
}  // namespace fovea
