#include "runs/fusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace fovea {
namespace {

Result passage(std::string_view doc, Offset begin, Offset end, double score) {
  Result made;
  made.doc = doc;
  made.kind = ResultKind::kPassage;
  made.span = {begin, end};
  made.score = score;
  return made;
}

TEST(Fusion, SumsReciprocalRanks) {
  const std::vector<TopicResults> lists = {
      {"1", {passage("a", 0, 5, 9), passage("b", 0, 5, 8)}, {}},
      {"1", {passage("b", 0, 5, 2), passage("a", 1, 5, 1)}, {}},
  };
  const TopicResults fused = fuse("1", lists, {});
  ASSERT_EQ(fused.results.size(), 3U);
  EXPECT_EQ(fused.results[0].doc, "b");
  EXPECT_EQ(fused.results[0].score, 1.0 / 62 + 1.0 / 61);
  EXPECT_EQ(fused.results[0].rank, 1);
  EXPECT_EQ(fused.results[1].span, (Span{0, 5}));
  EXPECT_EQ(fused.results[2].score, 1.0 / 62);
}

TEST(Fusion, BringsScoresToOneScale) {
  const std::vector<TopicResults> lists = {
      {"1", {passage("a", 0, 5, 30), passage("b", 0, 5, 20), passage("c", 0, 5, 10)}, {}},
      {"1", {passage("c", 0, 5, -4)}, {}},
  };
  const TopicResults fused = fuse("1", lists, {.method = FusionMethod::kCombSum});
  // Equal scores: the higher document id comes first.
  EXPECT_EQ(fused.results[0].doc, "c");
  EXPECT_EQ(fused.results[0].score, 1);
  EXPECT_EQ(fused.results[1].doc, "a");
  EXPECT_EQ(fused.results[2].score, 0.5);
}

TEST(Fusion, KnowsElementsOfUnknownPlaceByTheirPath) {
  Result first;
  first.doc = "a";
  first.kind = ResultKind::kElement;
  first.path = "/article[1]/sec[1]";
  Result second = first;
  second.path = "/article[1]/sec[2]";
  const std::vector<TopicResults> lists = {{"1", {first, second}, {}}, {"1", {second}, {}}};
  const TopicResults fused = fuse("1", lists, {});
  ASSERT_EQ(fused.results.size(), 2U);
  EXPECT_EQ(fused.results[0].path, second.path);
}

/// The definition, one result at a time.
std::map<std::tuple<std::string, Offset, Offset>, double> naive(const std::vector<TopicResults>& lists,
                                                                const Fusion& fusion) {
  std::map<std::tuple<std::string, Offset, Offset>, double> sums;
  for (const TopicResults& list : lists) {
    double low = 1e9;
    double high = -1e9;
    for (const Result& each : list.results) {
      low = std::min(low, each.score);
      high = std::max(high, each.score);
    }
    std::map<std::tuple<std::string, Offset, Offset>, bool> seen;
    double rank = 0;
    for (const Result& each : list.results) {
      ++rank;
      const auto key = std::tuple(std::string(each.doc), each.span.begin, each.span.end);
      if (std::exchange(seen[key], true)) continue;
      if (fusion.method == FusionMethod::kReciprocalRank) {
        sums[key] += 1 / (fusion.k + rank);
      } else {
        sums[key] += high == low ? 1 : (each.score - low) / (high - low);
      }
    }
  }
  return sums;
}

RC_GTEST_PROP(Fusion, IsTheDefinition, ()) {
  static const std::vector<std::string> kDocs = {"a", "b", "c"};
  std::vector<TopicResults> lists(*rc::gen::inRange(0, 5));
  for (TopicResults& list : lists) {
    list.topic = "1";
    for (int n = *rc::gen::inRange(0, 12); n > 0; --n) {
      const auto begin = static_cast<Offset>(*rc::gen::inRange(0, 3));
      list.results.push_back(passage(kDocs[*rc::gen::inRange<std::size_t>(0, 3)], begin,
                                     begin + static_cast<Offset>(*rc::gen::inRange(1, 3)),
                                     *rc::gen::inRange(0, 4)));
    }
  }
  const Fusion fusion{.method = *rc::gen::element(FusionMethod::kReciprocalRank, FusionMethod::kCombSum),
                      .k = static_cast<double>(*rc::gen::inRange(0, 100)),
                      .most = *rc::gen::inRange<std::size_t>(1, 30)};
  const TopicResults fused = fuse("1", lists, fusion);
  auto sums = naive(lists, fusion);
  RC_ASSERT(fused.results.size() == std::min(sums.size(), fusion.most));
  double lowest = 1e9;
  for (const Result& each : fused.results) {
    const auto sum = sums.extract(std::tuple(std::string(each.doc), each.span.begin, each.span.end));
    RC_ASSERT(!sum.empty());
    RC_ASSERT(sum.mapped() == each.score);
    RC_ASSERT(each.score <= lowest);
    lowest = each.score;
  }
  // What was cut off is no better than what was kept.
  for (const auto& [key, sum] : sums) RC_ASSERT(sum <= lowest);
}

}  // namespace
}  // namespace fovea
