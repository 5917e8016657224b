#include "scores/scores_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string first_message(std::string_view bytes) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read_scores(InputFile::from_memory("scores", bytes), diagnostics));
  return diagnostics.kept().empty() ? "" : to_string(diagnostics.kept().front());
}

TEST(ScoresFile, JsonLinesCsvAndTrecEvalSayTheSame) {
  const std::string_view spellings[] = {
      "{\"run\":\"a\",\"query_id\":\"1\",\"measure\":\"AP\",\"value\":0.5}\n"
      "{\"run\":\"a\",\"query_id\":\"2\",\"measure\":\"AP\",\"value\":0.25}\n"
      "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"AP\",\"value\":0.375}\n"
      "{\"run\":\"b\",\"query_id\":\"1\",\"measure\":\"AP\",\"value\":1}\n",
      "value,run,qid,measure,note\n0.5,a,1,AP,x\n0.25,a,2,AP,\"y,z\"\n1,b,1,AP,\n",
      "AP 1 0.5\nAP\t2\t0.25\nrunid all a\nAP all 0.375\nAP 1 1.0\nrunid all b\n",
      "runid all a\nAP 1 0.5\nAP 2 0.25\nAP all 0.375\nrunid all b\nAP 1 1.0\nAP all 1.0\n",
  };
  for (const std::string_view bytes : spellings) {
    Diagnostics diagnostics;
    const auto scores = read_scores(InputFile::from_memory("scores", bytes), diagnostics);
    ASSERT_TRUE(scores) << bytes;
    ASSERT_EQ(scores->measures().size(), 1);
    EXPECT_EQ(scores->measures()[0].name, "AP");
    ASSERT_EQ(scores->runs().size(), 2);
    EXPECT_EQ(scores->runs()[0].name, "a");
    EXPECT_EQ(scores->runs()[1].name, "b");
    EXPECT_THAT(scores->topics(), ElementsAre("1", "2"));
    EXPECT_THAT(scores->values(0, 0), ElementsAre(0.5, 0.25));
    EXPECT_EQ(scores->value(1, 0, 0), 1.0);
    EXPECT_EQ(scores->value(1, 1, 0), std::nullopt);
    EXPECT_EQ(scores->summary(0, 0), 0.375);
    EXPECT_EQ(scores->summary(1, 0), 1);
  }
}

TEST(ScoresFile, SeveralFilesAreOneTableAndNameTheRunsThatDoNotNameThemselves) {
  TemporaryFolder folder;
  const std::vector<std::string> paths{folder.write("bm25.txt", "map 1 0.5\nP_10 1 0.2\n"),
                                       folder.write("lm.txt", "map 1 0.25\n")};
  Diagnostics diagnostics;
  const auto scores = read_scores(paths, diagnostics);
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->measures().size(), 2);
  EXPECT_EQ(scores->runs()[0].name, "bm25");
  EXPECT_EQ(scores->runs()[1].name, "lm");
  EXPECT_EQ(scores->measures()[1].name, "P_10");
  EXPECT_TRUE(scores->has(0, 0, 1));
  EXPECT_FALSE(scores->has(1, 0, 1));
}

TEST(ScoresFile, TopicsStandAsTheFirstRunHasThemWhateverRunTheRowsBeginWith) {
  Diagnostics diagnostics;
  const auto scores = read_scores(
      InputFile::from_memory("scores",
                             "run,topic,measure,value\na,1,AP,1\nb,3,AP,1\na,2,AP,1\na,3,AP,1\nb,4,AP,1\n"),
      diagnostics);
  ASSERT_TRUE(scores);
  EXPECT_THAT(scores->topics(), ElementsAre("1", "2", "3", "4"));
}

TEST(ScoresFile, ATableThatIsNearlyEmptyIsRefused) {
  std::string rows = "run,topic,measure,value\n";
  for (int i = 0; i < 1001; ++i) rows += fmt::format("r{},t{},m{},1\n", i, i, i % 10);
  EXPECT_EQ(
      first_message(rows),
      "scores: found 1001 scores of 1001 runs, 1001 topics and 10 measures, expected a score for one in 100 "
      "of their combinations");
}

TEST(ScoresFile, AScoreWhoseMeanWouldNotBeFiniteIsRefused) {
  const std::string expected = "expected a score (a number from -1e50 to 1e50)";
  EXPECT_EQ(first_message("map 1 0.5\nmap 2 1e308\n"), "scores:2:7: found '1e308', " + expected);
  EXPECT_EQ(first_message("run,topic,measure,value\na,1,AP,-1e51\n"),
            "scores:2:8: found '-1e51', " + expected);
  EXPECT_THAT(first_message("{\"run\":\"a\",\"query_id\":\"1\",\"measure\":\"AP\",\"value\":1e300}\n"),
              testing::HasSubstr(expected));
}

TEST(ScoresFile, WhatIsNoScoreIsNamedWithItsPlace) {
  EXPECT_EQ(first_message("map 1 nan\n"),
            "scores:1:7: found 'nan', expected a score (a number from -1e50 to 1e50)");
  EXPECT_EQ(first_message("map 1 0.5\nmap 2\n"),
            "scores:2:1: found 2 columns, expected 3: measure, topic and value");
  EXPECT_EQ(first_message("run,topic,measure,value\na,1,AP,inf\n"),
            "scores:2:8: found 'inf', expected a score (a number from -1e50 to 1e50)");
  EXPECT_EQ(first_message("run,topic,measure,value\na,1,AP\n"),
            "scores:2:1: found 3 fields, expected 4, as in the header");
  EXPECT_EQ(first_message("run,topic,value\n"),
            "scores:1:1: found no such column in the header, expected a column 'measure'");
  EXPECT_EQ(first_message("run,topic,measure,value\n,1,AP,1\n"),
            "scores:2:1: found an empty field, expected a run");
  EXPECT_THAT(first_message("{\"run\":\"a\",\"query_id\":\"1\",\"measure\":\"AP\",\"value\":\"x\"}\n"),
              HasSubstr("scores:1:"));
  EXPECT_THAT(first_message("{\"run\":\"a\",\"query_id\":\"1\",\"measure\":\"AP\",\"value\":1e999}\n"),
              HasSubstr("scores:1:"));
  EXPECT_THAT(first_message("{\"run\":\"a\"}\n"), HasSubstr("query_id"));
}

TEST(ScoresFile, AScoreGivenTwiceIsAnError) {
  EXPECT_EQ(first_message("map 1 0.5\nmap 1 0.6\n"),
            "scores:2:1: map of run 'scores' for topic '1' was given before");
}

TEST(ScoresFile, FilesWithoutAScoreOfATopicSaySo) {
  EXPECT_THAT(first_message(""), HasSubstr("expected scores as JSON lines, CSV or trec_eval -q output"));
  EXPECT_THAT(first_message("map all 0.5\n"), HasSubstr("expected scores per topic (with trec_eval: -q)"));
}

}  // namespace
}  // namespace fovea
