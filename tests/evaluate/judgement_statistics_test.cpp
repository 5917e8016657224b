#include "evaluate/judgement_statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "judgements/reading.h"
#include "places.h"
#include "report/tables/judgement_statistics_text.h"

namespace fovea {
namespace {

using testing::HasSubstr;

const StatisticsRow& row(const std::vector<StatisticsRow>& rows, std::string_view name) {
  for (const StatisticsRow& found : rows) {
    if (found.name == name) return found;
  }
  throw std::logic_error("no row " + std::string(name));
}

TEST(JudgementStatistics, CountsPerTopicAndPerRelevantArticle) {
  const auto read = read_text(
      "1 Q0 a 6 20 4 8:2 4:4\n1 Q0 b 0 30\n1 Q0 c 5 10 1 1:5\n"
      "2 Q0 a 3 20 0 0:3\n");
  const JudgementStatistics statistics = describe(*read.judgements, {});
  EXPECT_EQ(row(statistics.per_topic, "judged articles").values.sum, 4);
  EXPECT_EQ(row(statistics.per_topic, "articles with relevance").values.max, 2);
  EXPECT_EQ(row(statistics.per_topic, "highlighted characters").values.mean, 7);
  EXPECT_EQ(row(statistics.per_article, "best entry point").values.max, 4);
  EXPECT_EQ(row(statistics.per_article, "first listed passage").values.max, 8);
  EXPECT_EQ(row(statistics.per_article, "first relevant character").values.max, 4);
  EXPECT_EQ(row(statistics.per_article, "highlighted fraction").values.max, 0.5);
  EXPECT_EQ(row(statistics.per_article, "article length").values.count, 3U);
}

TEST(JudgementStatistics, LengthsMayComeFromElsewhere) {
  const auto read = read_text("{\"topic\":\"1\",\"doc\":\"a\",\"spans\":[[0,5]]}\n");
  const DocumentLengths lengths = [](std::string_view) { return std::optional<Offset>(50); };
  EXPECT_EQ(row(describe(*read.judgements, lengths).per_article, "highlighted fraction").values.mean, 0.1);
  for (const StatisticsRow& found : describe(*read.judgements, {}).per_article) {
    EXPECT_NE(found.name, "article length");
  }
}

TEST(JudgementStatistics, DocumentGradesHaveTwoRowsAndNoHistogram) {
  const auto read = read_text("1 0 a 1\n1 0 b 0\n2 0 c 2\n");
  const JudgementStatistics statistics = describe(*read.judgements, {});
  EXPECT_EQ(statistics.per_topic.size(), 2U);
  EXPECT_TRUE(statistics.per_article.empty());
  EXPECT_TRUE(statistics.histograms.empty());
  EXPECT_THAT(to_text(statistics), HasSubstr("judged articles"));
}

TEST(JudgementStatistics, TwoAssessorsAgreeByArticleAndByText) {
  const auto first =
      read_text("1 Q0 a 10 99 0 0:10\n1 Q0 b 5 99 0 0:5\n1 Q0 c 0 99\n1 Q0 d 0 99\n1 Q0 x 0 9\n");
  const auto second =
      read_text("1 Q0 a 10 99 0 5:10\n1 Q0 b 0 99\n1 Q0 c 0 99\n1 Q0 d 2 99 0 0:2\n7 Q0 y 0 9\n");
  const auto agreement = agreement_of(*first.judgements, *second.judgements);
  ASSERT_EQ(agreement.size(), 2U);
  EXPECT_EQ(agreement[0].topic, "1");
  EXPECT_EQ(agreement[1].topic, "all");
  EXPECT_EQ(agreement[0].articles.both, 1U);
  EXPECT_EQ(agreement[0].articles.only_first, 1U);
  EXPECT_EQ(agreement[0].articles.only_second, 1U);
  EXPECT_EQ(agreement[0].articles.neither, 1U);
  EXPECT_DOUBLE_EQ(*agreement[0].kappa, 0);
  EXPECT_DOUBLE_EQ(*agreement[0].overlap, 5.0 / 22);
}

TEST(JudgementStatistics, GradedElementsAreCountedByArticleAndBelow) {
  const auto read = read_text(
      "{\"topic\":\"1\",\"doc\":\"a\",\"elements\":["
      "{\"path\":\"/article[1]\",\"exhaustivity\":3,\"specificity\":1},"
      "{\"path\":\"/article[1]/sec[1]\",\"exhaustivity\":3,\"specificity\":3},"
      "{\"path\":\"/article[1]/sec[2]\",\"exhaustivity\":3,\"specificity\":3}]}\n");
  ASSERT_TRUE(read.judgements) << read.messages();
  const auto grades = describe(*read.judgements, {}).grades;
  ASSERT_EQ(grades.size(), 2U);
  EXPECT_EQ(grades[0].specificity, 3);
  EXPECT_EQ(grades[0].elements, 2U);
  EXPECT_EQ(grades[1].articles, 1U);
}

TEST(JudgementStatistics, CsvHasEveryFigureOfEveryTable) {
  const auto read = read_text("1 Q0 a 6 20 4 8:2 4:4\n1 Q0 b 0 30\n");
  JudgementStatistics statistics = describe(*read.judgements, {});
  statistics.agreement = agreement_of(*read.judgements, *read.judgements);
  statistics.grades = {{3, 2, 1, 4}};
  const std::string csv = to_csv(statistics);
  for (const char* line :
       {"table,name,statistic,value\n", "per topic,judged articles,total,2\n",
        "per relevant article,highlighted fraction,mean,0.3\n", "Passages per relevant article,1,count,1\n",
        "Offset of the best entry point,0-999,count,1\n", "graded elements,E3S2,other elements,4\n",
        "two assessors,all,kappa,1\n", "two assessors,1,text overlap,1\n"}) {
    EXPECT_THAT(csv, HasSubstr(line));
  }
}

struct Cell {
  const char* name;
  double number, min, max, median, mean, deviation;
};

/// Printed figures are rounded to one decimal, and medians of .5 cut down.
void expect_row(const StatisticsRow& row, const Cell& cell, double number) {
  SCOPED_TRACE(cell.name);
  EXPECT_EQ(number, cell.number);
  EXPECT_EQ(row.topics, 52U);
  EXPECT_EQ(row.values.min, cell.min);
  EXPECT_EQ(row.values.max, cell.max);
  EXPECT_EQ(std::floor(row.values.median), cell.median);
  EXPECT_NEAR(row.values.mean, cell.mean, 0.0500001);
  EXPECT_NEAR(row.values.standard_deviation, cell.deviation, 0.0500001);
}

TEST(JudgementStatistics, AreTables1And2OfTheInex2010OverviewCellByCell) {
  const std::string data = extended_data() + "/inex2010/inex2010.qrels";
  if (!std::filesystem::exists(data)) GTEST_SKIP() << "no " << data;
  Diagnostics diagnostics;
  const auto judgements = read_judgements(std::vector{data}, {}, diagnostics);
  ASSERT_TRUE(judgements);
  const JudgementStatistics statistics = describe(*judgements, {});

  const Cell per_topic[] = {
      {"judged articles", 39'031, 735, 757, 751, 750.6, 4.2},
      {"articles with relevance", 5'471, 5, 506, 65, 105.2, 112.8},
      {"highlighted passages", 13'154, 5, 4'343, 111, 253.0, 625.6},
      {"highlighted characters", 17'641'119, 3'841, 2'624'502, 129'440, 339'252.3, 527'349.0},
  };
  for (const Cell& cell : per_topic) {
    const StatisticsRow& found = row(statistics.per_topic, cell.name);
    expect_row(found, cell, found.values.sum);
  }
  // The paper's first relevant character is that of the passage its file lists first.
  const Cell per_article[] = {
      {"best entry point", 5'471, 2, 130'618, 665, 3'166.1, 7'944.9},
      {"first listed passage", 5'471, 2, 90'258, 525, 2'622.2, 6'850.0},
      {"article length", 5'471, 249, 179'200, 5'545, 12'084.9, 17'274.5},
      {"highlighted characters", 5'471, 4, 179'166, 897, 3'224.5, 7'326.1},
  };
  for (const Cell& cell : per_article) {
    const StatisticsRow& found = row(statistics.per_article, cell.name);
    expect_row(found, cell, static_cast<double>(found.values.count));
  }
  const stats::Description fraction = row(statistics.per_article, "highlighted fraction").values;
  EXPECT_NEAR(fraction.min, 0.00036, 5e-6);
  EXPECT_NEAR(fraction.max, 1.000, 5e-4);
  EXPECT_NEAR(fraction.median, 0.239, 5.01e-4);
  EXPECT_NEAR(fraction.mean, 0.358, 5.01e-4);
  EXPECT_NEAR(fraction.standard_deviation, 0.332, 5.01e-4);
  // The true minimum is never behind the listed one, and sometimes before it.
  EXPECT_LT(row(statistics.per_article, "first relevant character").values.mean,
            row(statistics.per_article, "first listed passage").values.mean);
  EXPECT_EQ(statistics.histograms[0].bins[0].count, 3'388U);  // section 3.3: a single passage
  EXPECT_EQ(statistics.entry_points.size(), 5'471U);
}

}  // namespace
}  // namespace fovea
