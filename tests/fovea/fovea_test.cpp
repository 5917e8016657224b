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
  ASSERT_EQ(comparison->size(), 1U);
  const ComparedRuns& pair = comparison->front();
  EXPECT_EQ(pair.run, "early");
  EXPECT_EQ(pair.other, "late");
  EXPECT_DOUBLE_EQ(pair.difference, 0.375);  // 0.25 on the one topic, 0.5 on the other
  EXPECT_DOUBLE_EQ(pair.difference, (*scores)["early"]["AP"] - (*scores)["late"]["AP"]);
  EXPECT_EQ(pair.low, -1);  // t of one degree of freedom leaves what a difference can be
  EXPECT_EQ(pair.high, 1);
  EXPECT_EQ(pair.wins, 2U);
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
  const auto scores = evaluate(*judgements, runs, "", said, {.compat = "trec_eval", .depth = 1});
  ASSERT_TRUE(scores) << first_of(said);
  EXPECT_EQ(scores->summary(0, *scores->measure_named("map")), 0);
  EXPECT_FALSE(scores->has(0, 1));  // trec_eval counts answered topics
}

TEST(FrontDoor, ABadRunHidesNoneOfTheOthers) {
  const TemporaryFolder folder;
  Diagnostics said;
  const auto judgements = make_judgements(judged(), said);
  std::vector<fovea::Run> runs;
  runs.push_back(make_run("elsewhere", std::vector<ResultRow>{{"9", "a"}}));
  runs.push_back(*fovea::Run::open(folder.write("bad.run", "1 Q0 a 1 9 bad 0 x\n"), said));
  runs.push_back(make_run("good", std::vector<ResultRow>{{"1", "a"}, {"2", "b"}}));
  const auto scores = evaluate(*judgements, runs, "AP", said);
  ASSERT_TRUE(scores) << first_of(said);
  ASSERT_EQ(scores->runs().size(), 1U);
  EXPECT_EQ((*scores)["good"]["AP"], 0.75);
  EXPECT_EQ((*scores)["good"].on("1", "AP"), 0.5);
  EXPECT_THROW((*scores)["bad"], std::out_of_range);
  EXPECT_THROW((*scores)["good"]["RR"], std::out_of_range);
  EXPECT_EQ(said.count("nothing-in-common"), 1U);
  EXPECT_EQ(said.errors(), 2U);
}

/// Two articles about ships, in a folder.
std::string articles(const TemporaryFolder& folder) {
  folder.write("docs/lamp.xml",
               "<article><sec><p>A lighthouse warns ships.</p></sec><sec><p>Lamps.</p></sec></article>");
  folder.write("docs/ship.xml", "<article><sec><p>A galleon is a ship of war.</p></sec></article>");
  return folder / "docs";
}

TEST(FrontDoor, FromDocumentsToScores) {
  const TemporaryFolder folder;
  Diagnostics said;
  const std::string stored = folder / "ships.fovea";
  ASSERT_TRUE(build_collection(stored, {articles(folder)}, said)) << first_of(said);
  const auto collection = open_collection(stored, said);
  ASSERT_TRUE(collection) << first_of(said);
  EXPECT_EQ(documents_in(*collection), (std::vector<std::string>{"lamp", "ship"}));
  const auto second = span_of(*collection, "lamp", "/article[1]/sec[2]");
  ASSERT_TRUE(second);
  EXPECT_EQ(text_of(*collection, "lamp", *second), "Lamps.");
  EXPECT_EQ(path_of(*collection, "lamp", *second), "/article[1]/sec[2]/p[1]");
  EXPECT_FALSE(text_of(*collection, "boat"));
  EXPECT_FALSE(build_collection(stored, {folder / "docs"}, said)) << "it is not replaced unless asked";

  Diagnostics fine;
  ASSERT_TRUE(build_index(folder / "ships.index", *collection, fine)) << first_of(fine);
  const auto index = open_index(folder / "ships.index", fine);
  const auto topics =
      read_topics(folder.write("topics.tsv", "1\tlighthouse ships\n2\tgalleon\n3\tzeppelin\n"), fine);
  ASSERT_TRUE(index && topics) << first_of(fine);
  const auto run = search_topics(*index, *topics, fine, {.name = "mine"});
  ASSERT_TRUE(run) << first_of(fine);
  EXPECT_EQ(fine.count("unknown-words"), 1U);
  const auto judgements = read_judgements(folder.write("q.qrels", "1 0 lamp 1\n2 0 ship 1\n"), fine);
  const auto scores = evaluate(*judgements, *run, "RR", fine);
  ASSERT_TRUE(scores) << first_of(fine);
  EXPECT_EQ((*scores)["mine"]["RR"], 1);

  ASSERT_TRUE(check_run(*run, "document", collection.get(), fine)) << first_of(fine);
  ASSERT_TRUE(write_run(*run, folder / "mine.run", "trec", collection.get(), fine)) << first_of(fine);
  const auto written = read_runs(folder / "mine.run", fine);
  ASSERT_TRUE(written) << first_of(fine);
  const auto again = evaluate(*judgements, *written, "RR", fine);
  ASSERT_TRUE(again) << first_of(fine);
  EXPECT_EQ((*again)["mine"]["RR"], 1);
  EXPECT_TRUE(fine.ok()) << first_of(fine);
  EXPECT_FALSE(search_topics(*index, *topics, said, {.preset = "none"}));
  EXPECT_FALSE(open_index(folder / "none.index", said));
  EXPECT_FALSE(write_run(*run, folder / "x", "none", nullptr, said));
  EXPECT_FALSE(check_run(*run, "none", nullptr, said));
}

TEST(FrontDoor, RunsAreFusedPooledAndSimulated) {
  Diagnostics said;
  const auto judgements = make_judgements(judged(), said);
  std::vector<fovea::Run> runs;
  runs.push_back(make_run("one", std::vector<ResultRow>{{"1", "b"}, {"1", "a"}}));
  runs.push_back(make_run("two", std::vector<ResultRow>{{"1", "b"}, {"1", "c"}}));
  const auto both = fuse(runs, said);
  ASSERT_TRUE(both) << first_of(said);
  TopicResults results;
  both->read(0, results, said);
  ASSERT_EQ(results.results.size(), 3U);
  EXPECT_EQ(results.results[0].doc, "b");
  EXPECT_EQ(both->details().id, "fused");
  const auto documents = pool(runs, said, {.size = 2});
  ASSERT_TRUE(documents) << first_of(said);
  ASSERT_EQ(documents->size(), 2U);
  EXPECT_EQ(documents->front().doc, "b");
  const auto simulated = simulate_runs(*judgements, nullptr, said);
  ASSERT_TRUE(simulated) << first_of(said);
  EXPECT_EQ(simulated->size(), 8U);
  EXPECT_TRUE(said.ok()) << first_of(said);
  EXPECT_FALSE(fuse(std::span(runs).first(1), said));
  EXPECT_FALSE(fuse(runs, said, {.method = "none"}));
  EXPECT_FALSE(pool(runs, said, {.method = "none"}));
}

TEST(FrontDoor, JudgementsAreWrittenAndReadAgain) {
  const TemporaryFolder folder;
  Diagnostics said;
  const auto judgements = make_judgements(judged(), said);
  ASSERT_TRUE(write_judgements(*judgements, folder / "q.qrels", "qrels", said)) << first_of(said);
  const auto again = read_judgements(folder / "q.qrels", said);
  ASSERT_TRUE(again) << first_of(said);
  const fovea::Run run = make_run("mine", returned());
  const auto before = evaluate(*judgements, run, "AiP", said);
  const auto after = evaluate(*again, run, "AiP", said);
  ASSERT_TRUE(before && after) << first_of(said);
  EXPECT_EQ((*before)["mine"]["AiP"], (*after)["mine"]["AiP"]);
  EXPECT_FALSE(write_judgements(*judgements, folder / "x", "none", said));
}

}  // namespace
}  // namespace fovea
