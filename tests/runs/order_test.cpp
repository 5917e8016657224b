#include "runs/order.h"

#include "runs/run_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace fovea {
namespace {

using testing::ElementsAre;

Result result(std::string_view doc, std::int32_t rank, double score) {
  Result made;
  made.doc = doc;
  made.rank = rank;
  made.score = score;
  return made;
}

std::vector<std::string_view> docs_in(RankOrder order, std::vector<Result> results) {
  TopicResults topic{"1", std::move(results), {}};
  put_in_order(topic, order);
  std::vector<std::string_view> docs;
  for (const Result& each : topic.results) docs.push_back(each.doc);
  return docs;
}

TEST(RankOrder, ByScoreBreaksTiesByDocumentIdFromTheLast) {
  EXPECT_THAT(docs_in(RankOrder::kScore, {result("a", 1, 1), result("c", 2, 2), result("b", 3, 1)}),
              ElementsAre("c", "b", "a"));
}

TEST(RankOrder, ByScoreKnowsDoublePrecision) {
  EXPECT_THAT(docs_in(RankOrder::kScore, {result("a", 1, 1.000000001), result("b", 2, 1)}),
              ElementsAre("a", "b"));
}

TEST(RankOrder, ByRankKeepsTheFileWithinARank) {
  EXPECT_THAT(docs_in(RankOrder::kRank, {result("a", 2, 9), result("c", 1, 1), result("b", 1, 2)}),
              ElementsAre("c", "b", "a"));
}

TEST(RankOrder, ByFileChangesNothing) {
  EXPECT_THAT(docs_in(RankOrder::kFile, {result("a", 2, 1), result("b", 1, 2)}), ElementsAre("a", "b"));
}

TEST(RankOrder, DefaultsToScoreForTrecRunsOnly) {
  EXPECT_EQ(run_formats::kTrec.order, RankOrder::kScore);
  EXPECT_EQ(run_formats::kPassage.order, RankOrder::kFile);
  EXPECT_EQ(run_formats::kXml.order, RankOrder::kFile);
  EXPECT_EQ(run_formats::kJsonLines.order, RankOrder::kFile);
}

RC_GTEST_PROP(RankOrder, CountsEveryResultThatSharesItsScore, ()) {
  TopicResults topic{"1", {}, {}};
  const auto scores = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  for (const int score : scores) topic.results.push_back(result("d", score, score));
  std::size_t expected = 0;
  for (const int score : scores) expected += std::count(scores.begin(), scores.end(), score) > 1 ? 1U : 0U;
  for (const RankOrder order : {RankOrder::kRank, RankOrder::kScore}) {
    put_in_order(topic, order);
    RC_ASSERT(count_tied(topic, order) == expected);
  }
  RC_ASSERT(count_tied(topic, RankOrder::kFile) == 0U);
}

}  // namespace
}  // namespace fovea
