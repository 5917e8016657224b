// The measures of TREC Genomics, beside a scorer that goes character by character.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "measures/scoring.h"

namespace fovea {
namespace {

struct GoldRow {
  int doc, begin, length;
  std::vector<std::string> aspects;
};
struct RunRow {
  int doc, begin, length;
};
struct GenomicsTopic {
  std::vector<GoldRow> gold;
  std::vector<RunRow> run;
};

bool touches(const GoldRow& gold, int doc, int character) {
  return gold.doc == doc && character >= gold.begin && character < gold.begin + gold.length;
}

/// The first gold passage with a character of the result, and how many it has.
std::pair<int, int> first_gold(const GenomicsTopic& topic, const RunRow& row) {
  for (std::size_t g = 0; g < topic.gold.size(); ++g) {
    int common = 0;
    for (int c = row.begin; c < row.begin + row.length; ++c)
      common += touches(topic.gold[g], row.doc, c) ? 1 : 0;
    if (common > 0) return {static_cast<int>(g), common};
  }
  return {-1, 0};
}

double naive_passage2(const GenomicsTopic& topic) {
  std::set<std::pair<int, int>> relevant;
  for (const GoldRow& gold : topic.gold) {
    for (int c = gold.begin; c < gold.begin + gold.length; ++c) relevant.emplace(gold.doc, c);
  }
  const auto all = static_cast<double>(relevant.size());
  std::set<std::pair<int, int>> left = relevant;
  double found = 0;
  double seen = 0;
  double sum = 0;
  for (const RunRow& row : topic.run) {
    for (int c = row.begin; c < row.begin + row.length; ++c) {
      if (!relevant.contains({row.doc, c})) {
        ++seen;
      } else if (left.erase({row.doc, c}) > 0) {
        sum += ++found / ++seen;
      }
    }
  }
  return sum / all;
}

double naive_passage(const GenomicsTopic& topic) {
  std::set<std::tuple<int, int, int>> missed;
  for (const GoldRow& gold : topic.gold) missed.emplace(gold.doc, gold.begin, gold.length);
  double found = 0;
  double seen = 0;
  double sum = 0;
  double points = 0;
  for (const RunRow& row : topic.run) {
    const auto [g, common] = first_gold(topic, row);
    seen += row.length;
    if (g < 0) continue;
    const GoldRow& gold = topic.gold[static_cast<std::size_t>(g)];
    missed.erase({gold.doc, gold.begin, gold.length});
    found += common;
    sum += found / seen;
    ++points;
  }
  return sum / (points + static_cast<double>(missed.size()));
}

double naive_aspect(const GenomicsTopic& topic) {
  std::set<std::string> all;
  for (const GoldRow& gold : topic.gold) all.insert(gold.aspects.begin(), gold.aspects.end());
  std::set<std::string> found;
  double bringing = 0;
  double counted = 0;
  double sum = 0;
  for (const RunRow& row : topic.run) {
    const auto [g, common] = first_gold(topic, row);
    const std::size_t before = found.size();
    if (g >= 0) {
      const GoldRow& gold = topic.gold[static_cast<std::size_t>(g)];
      found.insert(gold.aspects.begin(), gold.aspects.end());
      if (found.size() == before) continue;
      ++bringing;
    }
    ++counted;
    sum += static_cast<double>(found.size() - before) * bringing / counted;
  }
  return sum / static_cast<double>(all.size());
}

TEST(Genomics, MeasuresEqualAScorerOfCharactersOnRandomTopics) {
  constexpr unsigned kSeed = 2006;
  std::mt19937 random(kSeed);
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  for (int round = 0; round < 300; ++round) {
    GenomicsTopic topic;
    std::string gold;
    std::string run;
    for (int i = 0; i <= below(6); ++i) {
      GoldRow row{below(3), 5 * below(8), 5 * (1 + below(3)), {}};  // some come twice
      std::string aspects;
      for (int a = 0; a <= below(3); ++a) {
        row.aspects.push_back(fmt::format("Aspect {}", below(4)));
        aspects += (a == 0 ? "" : "|") + row.aspects.back();
      }
      gold += fmt::format("1\td{}\t{}\t{}\t{}\n", row.doc, row.begin, row.length, aspects);
      topic.gold.push_back(row);
    }
    for (int i = 0; i <= below(8); ++i) {
      const RunRow row{below(4), below(50), 1 + below(15)};
      run += fmt::format("1 d{} {} {} {} {} tag\n", row.doc, i + 1, 100 - i, row.begin, row.length);
      topic.run.push_back(row);
    }
    const std::string both = fmt::format("round {} of seed {}\n{}\n{}", round, kSeed, gold, run);
    ASSERT_NEAR(score_texts(gold, run, "PASSAGE2").at("1"), naive_passage2(topic), 1e-12) << both;
    ASSERT_NEAR(score_texts(gold, run, "PASSAGE").at("1"), naive_passage(topic), 1e-12) << both;
    ASSERT_NEAR(score_texts(gold, run, "ASPECT").at("1"), naive_aspect(topic), 1e-12) << both;
  }
}

TEST(Genomics, DocumentsAreRankedByTheirFirstPassage) {
  const std::string_view gold = "200\ta\t0\t10\tLiver\n200\tb\t0\t10\tHeart\n";
  const std::string_view run = "200 x 1 9 0 5 t\n200 a 2 8 50 5 t\n200 a 3 7 0 5 t\n200 b 4 6 0 5 t\n";
  EXPECT_DOUBLE_EQ(score_texts(gold, run, "AP").at("200"), (1.0 / 2 + 2.0 / 3) / 2);
}

TEST(Genomics, RanksDecideTheOrder) {
  const std::string_view gold = "200\ta\t0\t10\tLiver\n";
  EXPECT_DOUBLE_EQ(score_texts(gold, "200 x 2 9 0 10 t\n200 a 1 1 0 10 t\n", "PASSAGE2").at("200"), 1);
}

}  // namespace
}  // namespace fovea
