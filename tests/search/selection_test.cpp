// Selection and cut: overlap, budgets, rebuilding, ranges.
#include "search/selection/selection.h"

#include <gtest/gtest.h>

#include <random>

#include "world.h"

namespace fovea::search {
namespace {

std::vector<Answer> two_articles() {
  return {{"a", 1}, {"b", 1}};
}

bool overlap(const Pick& a, const Pick& b) {
  return a.article == b.article && a.span.begin < b.span.end && b.span.begin < a.span.end;
}

std::vector<Pick> random_picks(std::mt19937_64& random, std::size_t count) {
  std::vector<Pick> picks;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto begin = static_cast<Offset>(random() % 20);
    const auto end = begin + 1 + static_cast<Offset>(random() % 10);
    picks.push_back({static_cast<std::uint32_t>(random() % 2),
                     static_cast<double>(random() % 7),
                     begin,
                     {begin, end},
                     i,
                     i});
  }
  return picks;
}

double sum_of(const std::vector<Pick>& picks) {
  double sum = 0;
  for (const Pick& pick : picks) sum += pick.score * pick.span.size();
  return sum;
}

TEST(Selection, BestFirstTakesWhateverOverlapsNothingBetter) {
  std::mt19937_64 random(test_seed());
  const std::vector<Answer> articles = two_articles();
  const PickOrder order(articles);
  for (int round = 0; round < 300; ++round) {
    std::vector<Pick> picks = random_picks(random, 1 + random() % 12);
    std::vector<Pick> sorted = picks;
    std::ranges::sort(sorted, order);
    std::vector<Pick> expected;
    for (const Pick& pick : sorted) {
      if (std::ranges::none_of(expected, [&](const Pick& each) { return overlap(each, pick); }))
        expected.push_back(pick);
    }
    drop_overlapping(picks, order);
    EXPECT_EQ(picks, expected);
  }
}

TEST(Selection, OptimalIsTheBestOfAllSetsWithinItsLimit) {
  std::mt19937_64 random(test_seed());
  const std::vector<Answer> articles = two_articles();
  const PickOrder order(articles);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Pick> picks = random_picks(random, 1 + random() % 9);
    for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{17}}) {
      double best = 0;
      for (unsigned set = 0; set < (1U << picks.size()); ++set) {
        std::vector<Pick> chosen;
        bool apart = true;
        std::uint64_t characters = 0;
        for (std::size_t i = 0; i < picks.size(); ++i) {
          if ((set >> i & 1) == 0) continue;
          for (const Pick& each : chosen) apart = apart && !overlap(each, picks[i]);
          chosen.push_back(picks[i]);
          characters += picks[i].span.size();
        }
        if (apart && (most == 0 || characters <= most)) best = std::max(best, sum_of(chosen));
      }
      std::vector<Pick> found = picks;
      choose_optimal(found, most, order);
      EXPECT_DOUBLE_EQ(sum_of(found), best);
      std::uint64_t characters = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        characters += found[i].span.size();
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(found[i], found[j]));
      }
      EXPECT_TRUE(most == 0 || characters <= most);
    }
  }
}

TEST(Selection, RebuildsAParentOfWhichChildrenCoverHalf) {
  Partial partial;
  partial.articles = two_articles();
  ArticleUnits units;
  // 0 holds 1 and 5; 1 holds 2, 3, 4.
  units.frames = {{0, kNoElement, 0, {0, 1000}}, {1, 0, 0, {0, 300}}};
  partial.units = {units};
  std::vector<Pick> picks{{0, 4, 0, {0, 100}, 2, 2, 1, 3},
                          {0, 2, 20, {100, 160}, 3, 3, 1, 4},
                          {0, 1, 60, {300, 360}, 5, 5, 0, 6},
                          {0, 9, 80, {400, 440}, 6, 6, 0, 7}};
  rebuild(picks, partial);
  ASSERT_EQ(picks.size(), 2U);
  EXPECT_EQ(picks[0].element, 5U);
  EXPECT_EQ(picks[1].element, 1U);
  EXPECT_EQ(picks[1].span, (Span{0, 300}));
  EXPECT_DOUBLE_EQ(picks[1].score, (4.0 * 100 + 2.0 * 60) / 300);
  // Too little is covered; two that were rebuilt may be children themselves.
  units.frames = {{0, kNoElement, 0, {0, 400}}, {1, 0, 0, {0, 200}}, {4, 0, 40, {200, 400}}};
  partial.units = {units};
  picks = {{0, 1, 0, {0, 50}, 2, 2, 1, 3},
           {0, 1, 10, {50, 120}, 3, 3, 1, 4},
           {0, 1, 40, {200, 260}, 5, 5, 4, 6},
           {0, 1, 50, {260, 300}, 6, 6, 4, 7}};
  rebuild(picks, partial);
  ASSERT_EQ(picks.size(), 1U);
  EXPECT_EQ(picks[0].element, 0U);
}

TEST(Selection, JoinsSiblingsThatFollowEachOther) {
  std::vector<Pick> picks{{0, 1, 0, {0, 10}, 2, 2, 1, 4},
                          {0, 3, 5, {10, 20}, 4, 4, 1, 7},
                          {0, 2, 9, {30, 40}, 8, 8, 1, 9},
                          {1, 2, 9, {40, 50}, 9, 9, 1, 11}};
  join_ranges(picks);
  ASSERT_EQ(picks.size(), 3U);
  EXPECT_EQ(picks[0].element, 2U);
  EXPECT_EQ(picks[0].last_element, 4U);
  EXPECT_EQ(picks[0].span, (Span{0, 20}));
  EXPECT_DOUBLE_EQ(picks[0].score, 3);
}

}  // namespace
}  // namespace fovea::search
