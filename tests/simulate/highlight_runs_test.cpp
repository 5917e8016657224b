#include "simulate/highlight_runs.h"
#include "places.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "collection_fixture.h"
#include "judgements/reading.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;

/// "doc:begin-end" or "doc:path", in rank order, of one topic.
std::vector<std::string> rows(const fovea::Run& run, std::size_t topic = 0) {
  TopicResults results;
  Diagnostics diagnostics;
  run.read(topic, results, diagnostics);
  std::vector<std::string> rows;
  std::int32_t rank = 0;
  for (const Result& result : results.results) {
    EXPECT_EQ(result.rank, ++rank);
    const bool element = result.kind == ResultKind::kElement;
    rows.push_back(std::string(result.doc) + ":" +
                   (element ? std::string(result.path)
                            : std::to_string(result.span.begin) + "-" + std::to_string(result.span.end)));
  }
  return rows;
}

std::vector<std::string> rows_of(HighlightRun run, const Judgements& judgements,
                                 const Collection* collection = nullptr) {
  Diagnostics diagnostics;
  const auto result = rows(simulate(run, judgements, collection, diagnostics));
  EXPECT_EQ(diagnostics.errors(), 0U);
  return result;
}

const char* const kJudgements =
    "1 Q0 few 2 20 0 5:2\n"
    "1 Q0 none 0 30\n"
    "1 Q0 most 9 40 0 30:4 10:5\n"
    "1 Q0 tie 2 10 0 1:2\n"
    "1 Q0 other 0 50\n";

TEST(HighlightRuns, TheFourRankingsGoByHighlightedText) {
  const auto read = read_text(kJudgements);
  using Order = DocumentOrder;
  const auto of = [&](Order order) { return rows_of({AnswerSet::kPassages, order}, *read.judgements); };
  EXPECT_THAT(of(Order::kBySize), ElementsAre("most:10-15", "most:30-34", "few:5-7", "tie:1-3"));
  EXPECT_THAT(of(Order::kSwapped), ElementsAre("few:5-7", "most:10-15", "most:30-34", "tie:1-3"));
  EXPECT_THAT(of(Order::kIrrelevantFirst),
              ElementsAre("none:0-30", "most:10-15", "most:30-34", "few:5-7", "tie:1-3"));
  EXPECT_THAT(of(Order::kSwappedIrrelevantFirst),
              ElementsAre("none:0-30", "few:5-7", "most:10-15", "most:30-34", "tie:1-3"));
}

TEST(HighlightRuns, WholeDocumentsHaveTheLengthTheJudgementsGive) {
  const auto read = read_text(kJudgements);
  EXPECT_THAT(rows_of({AnswerSet::kDocuments, DocumentOrder::kBySize}, *read.judgements),
              ElementsAre("most:0-40", "few:0-20", "tie:0-10"));
}

// Offsets:  a 0-2, sec[1] 2-10 (p[1] 2-6, p[2] 6-10), sec[2] 10-14 (p[1] 10-14)
const char* const kDocument = "<a>xx<sec><p>aaaa</p><p>bbbb</p></sec><sec><p>cccc</p></sec></a>";

struct ElementCase {
  int characters;
  const char* passages;
  std::vector<std::string> containing, inside, leaves;
};

TEST(HighlightRuns, ElementSetsAreTheSmallestAroundTheLargestInsideAndTheLeavesInside) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"d", kDocument}});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c.fovea", diagnostics);
  ASSERT_TRUE(collection);
  const std::vector<ElementCase> cases{
      // Exactly a paragraph.
      {4, "2:4", {"d:/a[1]/sec[1]/p[1]"}, {"d:/a[1]/sec[1]/p[1]"}, {"d:/a[1]/sec[1]/p[1]"}},
      // A section and a bit: the section is larger than its paragraphs.
      {10, "1:10", {"d:/a[1]"}, {"d:/a[1]/sec[1]"}, {"d:/a[1]/sec[1]/p[1]", "d:/a[1]/sec[1]/p[2]"}},
      // Inside a paragraph no element fits, and the passage itself is returned.
      {2, "3:2", {"d:/a[1]/sec[1]/p[1]"}, {"d:3-5"}, {"d:3-5"}},
      // Two passages in one paragraph give it once; one in a section swallows one in its paragraph.
      {2, "2:1 4:1", {"d:/a[1]/sec[1]/p[1]"}, {"d:2-3", "d:4-5"}, {"d:2-3", "d:4-5"}},
      {4, "2:1 5:3", {"d:/a[1]/sec[1]"}, {"d:2-3", "d:5-8"}, {"d:2-3", "d:5-8"}},
  };
  for (const ElementCase& expected : cases) {
    SCOPED_TRACE(expected.passages);
    const auto read = read_text(fmt::format("1 Q0 d {} 14 0 {}\n", expected.characters, expected.passages));
    ASSERT_TRUE(read.judgements) << read.messages();
    const auto of = [&](AnswerSet set) {
      return rows_of({set, DocumentOrder::kBySize}, *read.judgements, &*collection);
    };
    EXPECT_EQ(of(AnswerSet::kContaining), expected.containing);
    EXPECT_EQ(of(AnswerSet::kInside), expected.inside);
    EXPECT_EQ(of(AnswerSet::kLeaves), expected.leaves);
  }
}

TEST(HighlightRuns, WhatCannotBeMadeIsSaid) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"d", kDocument}});
  Diagnostics ignored;
  const auto collection = Collection::open(folder / "c.fovea", ignored);
  const auto read = read_text("1 Q0 d 2 14 0 3:2\n1 Q0 lost 2 9 0 1:2\n");
  Diagnostics diagnostics;
  simulate({AnswerSet::kInside, DocumentOrder::kIrrelevantFirst}, *read.judgements, &*collection,
           diagnostics);
  EXPECT_EQ(diagnostics.count("unknown-document"), 1U);
  EXPECT_EQ(diagnostics.count("nothing-inside"), 1U);
  EXPECT_EQ(diagnostics.count("no-irrelevant-document"), 1U);
}

TEST(HighlightRuns, TheWholeSpaceIsMadeAtOnceAndSaysEverythingOnce) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"d", kDocument}});
  Diagnostics ignored;
  const auto collection = Collection::open(folder / "c.fovea", ignored);
  const auto read = read_text("1 Q0 d 2 14 0 3:2\n");
  Diagnostics diagnostics;
  const std::vector<fovea::Run> runs = simulate_space(*read.judgements, &*collection, diagnostics);
  ASSERT_EQ(runs.size(), 20U);
  for (std::size_t i = 0; i < runs.size(); ++i)
    EXPECT_EQ(runs[i].details().id, name_of(highlight_runs(true)[i]));
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(diagnostics.count("no-irrelevant-document"), 1U);
  EXPECT_EQ(diagnostics.count("nothing-inside"), 2U);
}

TEST(HighlightRuns, ADocumentThatTheCollectionLacksIsAnErrorOfTheWholeSpace) {
  const TemporaryFolder folder;
  make_collection(folder / "c.fovea", {{"d", kDocument}});
  Diagnostics ignored;
  const auto collection = Collection::open(folder / "c.fovea", ignored);
  // Only the runs of elements that put the irrelevant document first look for it.
  const auto read = read_text("1 Q0 d 2 14 0 3:2\n1 Q0 lost 0 9\n");
  Diagnostics diagnostics;
  simulate_space(*read.judgements, &*collection, diagnostics);
  EXPECT_EQ(diagnostics.count("unknown-document"), 1U);
}

TEST(HighlightRuns, ThereAreTwentyWithACollectionAndEightWithout) {
  EXPECT_EQ(highlight_runs(true).size(), 20U);
  EXPECT_EQ(highlight_runs(false).size(), 8U);
  EXPECT_EQ(name_of(highlight_runs(true).front()), "S_R");
  EXPECT_EQ(name_of(highlight_runs(true).back()), "SST_RSI");
}

/// Runs made by others from the same judgements: same results, same order.
TEST(HighlightRuns, PassagesAndDocumentsAreThoseOfInex2010) {
  const std::string data = extended_data() + "/inex2010";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data;
  Diagnostics diagnostics;
  const auto judgements = read_judgements(std::vector{data + "/inex2010.qrels"}, {}, diagnostics);
  ASSERT_TRUE(judgements);
  for (const AnswerSet set : {AnswerSet::kPassages, AnswerSet::kDocuments}) {
    const fovea::Run made = simulate({set, DocumentOrder::kBySize}, *judgements, nullptr, diagnostics);
    const auto theirs = Run::open(data + "/runs/" + made.details().id + ".run", nullptr, diagnostics);
    ASSERT_TRUE(theirs);
    ASSERT_EQ(made.topics(), theirs->topics());
    for (std::size_t topic = 0; topic < made.topics(); ++topic) {
      EXPECT_EQ(made.topic(topic), theirs->topic(topic));
      ASSERT_EQ(rows(made, topic), rows(*theirs, topic)) << made.topic(topic);
    }
  }
}

}  // namespace
}  // namespace fovea
