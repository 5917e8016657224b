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

Unit unit_of(std::uint32_t article, double score, std::uint32_t first_word, Span span, std::uint32_t element,
             std::uint32_t parent = kNoElement, std::uint32_t next = kNoElement) {
  return {.words = {.first = first_word},
          .span = span,
          .element = element,
          .last_element = element,
          .parent = parent,
          .next = next,
          .article = article,
          .score = score};
}

bool overlap(const Unit& a, const Unit& b) {
  return a.article == b.article && a.span.begin < b.span.end && b.span.begin < a.span.end;
}

std::vector<Unit> random_units(std::mt19937_64& random, std::size_t count) {
  std::vector<Unit> units;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto begin = static_cast<Offset>(random() % 20);
    const auto end = begin + 1 + static_cast<Offset>(random() % 10);
    const auto article = static_cast<std::uint32_t>(random() % 2);
    units.push_back(unit_of(article, static_cast<double>(random() % 7), begin, {begin, end}, i));
  }
  return units;
}

double sum_of(const std::vector<Unit>& units) {
  double sum = 0;
  for (const Unit& unit : units) sum += unit.score * unit.span.size();
  return sum;
}

TEST(Selection, BestFirstTakesWhateverOverlapsNothingBetter) {
  std::mt19937_64 random(test_seed());
  const std::vector<Answer> articles = two_articles();
  const UnitOrder order(articles);
  for (int round = 0; round < 300; ++round) {
    std::vector<Unit> units = random_units(random, 1 + random() % 12);
    std::vector<Unit> sorted = units;
    std::ranges::sort(sorted, order);
    std::vector<Unit> expected;
    for (const Unit& unit : sorted) {
      if (std::ranges::none_of(expected, [&](const Unit& each) { return overlap(each, unit); }))
        expected.push_back(unit);
    }
    drop_overlapping(units, order);
    EXPECT_EQ(units, expected);
  }
}

TEST(Selection, OptimalIsTheBestOfAllSetsWithinItsLimit) {
  std::mt19937_64 random(test_seed());
  const std::vector<Answer> articles = two_articles();
  const UnitOrder order(articles);
  for (int round = 0; round < 300; ++round) {
    const std::vector<Unit> units = random_units(random, 1 + random() % 9);
    for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{17}}) {
      double best = 0;
      for (unsigned set = 0; set < (1U << units.size()); ++set) {
        std::vector<Unit> chosen;
        bool apart = true;
        std::uint64_t characters = 0;
        for (std::size_t i = 0; i < units.size(); ++i) {
          if ((set >> i & 1) == 0) continue;
          for (const Unit& each : chosen) apart = apart && !overlap(each, units[i]);
          chosen.push_back(units[i]);
          characters += units[i].span.size();
        }
        if (apart && (most == 0 || characters <= most)) best = std::max(best, sum_of(chosen));
      }
      std::vector<Unit> found = units;
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
  ArticleUnits article;
  // 0 holds 1 and 5; 1 holds 2, 3, 4.
  article.frames = {{0, kNoElement, 0, {0, 1000}}, {1, 0, 0, {0, 300}}};
  partial.units = {article};
  std::vector<Unit> units{unit_of(0, 4, 0, {0, 100}, 2, 1, 3), unit_of(0, 2, 20, {100, 160}, 3, 1, 4),
                          unit_of(0, 1, 60, {300, 360}, 5, 0, 6), unit_of(0, 9, 80, {400, 440}, 6, 0, 7)};
  rebuild(units, partial);
  ASSERT_EQ(units.size(), 2U);
  EXPECT_EQ(units[0].element, 5U);
  EXPECT_EQ(units[1].element, 1U);
  EXPECT_EQ(units[1].span, (Span{0, 300}));
  EXPECT_DOUBLE_EQ(units[1].score, (4.0 * 100 + 2.0 * 60) / 300);
  // Too little is covered; two that were rebuilt may be children themselves.
  article.frames = {{0, kNoElement, 0, {0, 400}}, {1, 0, 0, {0, 200}}, {4, 0, 40, {200, 400}}};
  partial.units = {article};
  units = {unit_of(0, 1, 0, {0, 50}, 2, 1, 3), unit_of(0, 1, 10, {50, 120}, 3, 1, 4),
           unit_of(0, 1, 40, {200, 260}, 5, 4, 6), unit_of(0, 1, 50, {260, 300}, 6, 4, 7)};
  rebuild(units, partial);
  ASSERT_EQ(units.size(), 1U);
  EXPECT_EQ(units[0].element, 0U);
}

TEST(Selection, JoinsSiblingsThatFollowEachOther) {
  std::vector<Unit> units{unit_of(0, 1, 0, {0, 10}, 2, 1, 4), unit_of(0, 3, 5, {10, 20}, 4, 1, 7),
                          unit_of(0, 2, 9, {30, 40}, 8, 1, 9), unit_of(1, 2, 9, {40, 50}, 9, 1, 11)};
  join_ranges(units);
  ASSERT_EQ(units.size(), 3U);
  EXPECT_EQ(units[0].element, 2U);
  EXPECT_EQ(units[0].last_element, 4U);
  EXPECT_EQ(units[0].span, (Span{0, 20}));
  EXPECT_DOUBLE_EQ(units[0].score, 3);
}

}  // namespace
}  // namespace fovea::search
