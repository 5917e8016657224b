#include "report/tables/comparison_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/page/html_page.h"
#include "report/tables/agreement_report.h"
#include "stats/filled_matrix.h"

namespace fovea {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// good is better than the others; same_1 and same_2 are alike; the second measure turns everything round.
ComparisonReport report(std::vector<std::string> baselines = {}, stats::ComparisonPlan plan = {}) {
  ComparisonReport result{plan, baselines, 0.8, 3, {}};
  for (const int sign : {1, -1}) {
    FilledMatrix scores(3, 6);
    for (std::size_t t = 0; t < 6; ++t) {
      const double base = 0.4 + 0.01 * static_cast<double>(t);
      scores.run(0)[t] = base;
      scores.run(1)[t] = base;
      scores.run(2)[t] = base + sign * (0.2 + 0.01 * static_cast<double>(t % 2));
    }
    const std::vector<std::string> runs{"same_1", "same_2", "good"};
    std::vector<std::size_t> rows;
    for (const std::string& baseline : baselines) {
      rows.push_back(static_cast<std::size_t>(std::find(runs.begin(), runs.end(), baseline) - runs.begin()));
    }
    const auto ranking = stats::rank_runs(scores);
    const auto pairs = rows.empty() ? stats::all_pairs(ranking) : stats::baseline_pairs(ranking, rows);
    result.measures.push_back({sign > 0 ? "M" : "N_1", runs, 6, *stats::compare(scores, pairs, plan)});
  }
  return result;
}

TEST(ComparisonReport, TextRanksWithIntervalsAndStarsAndSaysWhatWasNotTested) {
  const std::string text = to_text(report());
  EXPECT_THAT(text, HasSubstr("M: 3 runs, 6 topics; paired t-test, two-tailed, alpha 0.05, Holm correction"));
  EXPECT_THAT(text, HasSubstr("   1  good    0.630"));
  EXPECT_THAT(text, HasSubstr("  **\n"));
  EXPECT_THAT(text, HasSubstr("   ?\n"));
  EXPECT_THAT(text, HasSubstr("2 of 3 pairs significant (66.7 %)."));
  EXPECT_THAT(text,
              HasSubstr("1 not tested (?), because the difference is the same on all topics (zero variance): "
                        "same_1 and same_2.\n"));
  EXPECT_THAT(text, Not(HasSubstr("one-tailed")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(ComparisonReport, InTheOrderOfAnotherMeasureMarksAreOnBothSidesOfTheDiagonal) {
  // By M, good is the best; by N_1 it is the worst, and both others beat it.
  ComparisonReport turned = report();
  turned.measures.erase(turned.measures.begin());
  turned.measures.front().order_by = "M";
  turned.measures.front().order = {2, 0, 1};
  const std::string text = to_text(turned);
  EXPECT_THAT(text, HasSubstr("Holm correction; in the order of M\n"));
  const auto line = [&](const std::string& run) {
    const std::size_t begin = text.find(run);
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_THAT(text, HasSubstr("   1  good "));
  EXPECT_THAT(line("1  good"), EndsWith("  3"));
  EXPECT_THAT(line("2  same_1"), EndsWith("  1  * ?"));
  EXPECT_THAT(line("3  same_2"), EndsWith("  2  *"));
  EXPECT_THAT(to_latex(turned), HasSubstr("a & good & 0.220 \\\\\nb & same\\_1 & \\textbf{0.425}$^{a}$"));
  const auto json = nlohmann::json::parse(to_json(turned));
  EXPECT_EQ(json["measures"][0]["order_by"], "M");
  EXPECT_EQ(json["measures"][0]["order"], nlohmann::json({"good", "same_1", "same_2"}));
}

TEST(ComparisonReport, TextAgainstABaselineHasEffectSizesAndTopics) {
  stats::ComparisonPlan plan;
  plan.correction = stats::Correction::kHolm;
  const std::string text = to_text(report({"same_1"}, plan));
  EXPECT_THAT(text, HasSubstr("Against same_1:"));
  EXPECT_THAT(text, HasSubstr("adjusted p"));
  EXPECT_THAT(text, HasSubstr("topics needed"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(ComparisonReport, LatexHasSuperscriptsABoldBestAndACaptionThatNamesTheTest) {
  stats::ComparisonPlan plan;
  plan.correction = stats::Correction::kBonferroni;
  const std::string latex = to_latex(report({}, plan));
  EXPECT_THAT(latex, HasSubstr("a & good & \\textbf{0.630}$^{bc}$ & 0.220 \\\\"));
  EXPECT_THAT(latex, HasSubstr("b & same\\_1 & 0.425 & \\textbf{0.425}$^{a}$ \\\\"));
  EXPECT_THAT(latex, HasSubstr("N\\_1"));
  EXPECT_THAT(latex, HasSubstr("paired t-test, two-tailed, alpha 0.05, Bonferroni correction"));
}

TEST(ComparisonReport, BaselinesGetTheLettersAndRunsSayBetterOrWorse) {
  const std::string markdown = to_markdown(report({"same_2"}));
  EXPECT_THAT(markdown, HasSubstr("**0.630**<sup>a</sup>"));
  EXPECT_THAT(markdown, HasSubstr("0.220<sub>a</sub>"));
  EXPECT_THAT(markdown, HasSubstr("subscripts those it is significantly worse than"));
}

TEST(ComparisonReport, CsvHasARowPerPairWithAnEmptyPAndAReasonWhereThereIsNone) {
  const std::string csv = to_csv(report());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 6);
  EXPECT_THAT(csv, HasSubstr(",,,0,the difference is the same on all topics (zero variance),"
                             "\"paired t-test, two-tailed, alpha 0.05, Holm correction\"\n"));
}

TEST(ComparisonReport, JsonIsJsonWithoutNan) {
  const auto json = nlohmann::json::parse(to_json(report({"same_1"})));
  EXPECT_EQ(json["plan"]["test"], "t");
  EXPECT_EQ(json["plan"]["baselines"][0], "same_1");
  const auto& pairs = json["measures"][0]["pairs"];
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0]["first"], "good");
  EXPECT_EQ(pairs[0]["wins"], 6);
  EXPECT_TRUE(pairs[1]["p"].is_null());
  EXPECT_FALSE(pairs[1]["reason"].empty());
}

TEST(ComparisonReport, SamplingIsSaidWithItsSeedInEveryOutput) {
  stats::ComparisonPlan plan;
  plan.test = stats::PairTest::kBootstrap;
  plan.seed = 7;
  const ComparisonReport drawn = report({}, plan);
  for (const std::string& text :
       {to_text(drawn), to_csv(drawn), to_json(drawn), to_latex(drawn), to_markdown(drawn)})
    EXPECT_THAT(text, HasSubstr("1000 resamples, seed 7"));
  plan.test = stats::PairTest::kRandomisation;
  EXPECT_THAT(to_text(report({}, plan)),
              HasSubstr("randomisation test, two-tailed, alpha 0.05, Holm correction; all 64 swaps\n"));
  plan.test = stats::PairTest::kTukey;
  EXPECT_THAT(to_text(report({}, plan)), HasSubstr("Tukey HSD, two-tailed, alpha 0.05\n"));
  plan.test = stats::PairTest::kT;
  plan.tails = stats::Tails::kOne;
  EXPECT_THAT(to_text(report({}, plan)), HasSubstr("an interval may hold 0 where a test is significant.\n"));
}

TEST(ComparisonReport, CsvAgainstABaselineHasWhatTheTopicsCanShow) {
  const std::string csv = to_csv(report({"same_1"}));
  EXPECT_THAT(csv, HasSubstr(",test,detectable_difference,topics_needed\n"));
  EXPECT_THAT(csv, HasSubstr("alpha 0.05, Holm correction\",,\n"));
}

TEST(ComparisonReport, ADifferenceThatRoundsToZeroHasNoSign) {
  ComparisonReport tiny = report({"same_1"});
  for (stats::ComparedPair& pair : tiny.measures[0].comparison.pairs) pair.difference = -1e-9;
  tiny.measures.resize(1);
  const std::string text = to_text(tiny);
  EXPECT_THAT(text, Not(HasSubstr("-0.000 ")));
  EXPECT_THAT(text, Not(HasSubstr("+0.000")));
}

TEST(ComparisonReport, ABootstrapShareOfZeroIsLessThanOneResample) {
  stats::ComparisonPlan plan;
  plan.test = stats::PairTest::kBootstrap;
  plan.resamples = 1000;
  EXPECT_EQ(format_p(0.0, 0.0, plan), "<0.001");
  EXPECT_EQ(format_p(0.02, 0.02, plan), "0.0200");
  plan.test = stats::PairTest::kT;
  EXPECT_EQ(format_p(1e-9, 1e-9, plan), "<0.001");
}

TEST(AgreementReport, MoreThanTenRunsHaveATopOfEither) {
  std::vector<std::string> runs;
  RunMeans first{"A", {}};
  RunMeans second{"B", {}};
  for (int i = 0; i < 12; ++i) {
    runs.push_back("run" + std::to_string(i));
    first.means.push_back(0.01 * i);
    second.means.push_back(0.02 * i + 0.1);
  }
  const AgreementReport report = make_agreement(runs, first, second, 5);
  ASSERT_EQ(report.groups.size(), 3U);
  EXPECT_EQ(report.groups[1].name, "top 10 of A");
  EXPECT_EQ(report.groups[1].agreement.runs, 10U);
  const std::string text = to_text(report);
  EXPECT_THAT(text, HasSubstr("A and B: agreement over 12 runs, 5 topics"));
  EXPECT_THAT(text, HasSubstr("B = 0.1000 + 2.0000 * A  (R^2 = 1.000)"));
  EXPECT_EQ(nlohmann::json::parse(to_json(std::vector{report}))[0]["points"].size(), 12U);
}

TEST(AgreementReport, TheSizeOfTheTopIsWhatWasAskedFor) {
  const RunMeans first{"A", {0.9, 0.3, 0.8, 0.1, 0.7, 0.2, 0.6}};
  const RunMeans second{"B", {0.4, 0.9, 0.5, 0.1, 0.3, 0.2, 0.8}};
  const AgreementReport report =
      make_agreement({"a", "b", "c", "d", "e", "f", "g"}, first, second, std::nullopt, 4);
  ASSERT_EQ(report.groups.size(), 3U);
  EXPECT_EQ(report.groups[1].name, "top 4 of A");
  // The four best by A, in that order, have 0.4 0.5 0.3 0.8 by B: pairs that both order alike, less the others.
  const double by_b[] = {0.4, 0.5, 0.3, 0.8};
  int balance = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i + 1; j < 4; ++j) balance += by_b[i] > by_b[j] ? 1 : -1;
  }
  EXPECT_DOUBLE_EQ(report.groups[1].agreement.kendall->value, balance / 6.0);
  EXPECT_EQ(report.groups[2].name, "top 4 of B");
}

TEST(AgreementReport, SeveralSetsOfRunsAreOneTableWithAColumnEach) {
  // Pearson's r of (1, 2, 3) and (1, 2, 4) is 3 / sqrt(2 · 42/9).
  const std::vector<SetAgreement> sets{
      {"2002", {make_agreement({"a", "b", "c"}, {"A", {1, 2, 3}}, {"B", {1, 2, 4}}, 5)}},
      {"2003, all", {make_agreement({"d", "e"}, {"A", {1, 2}}, {"B", {4, 3}}, 7)}}};
  const Table table = to_table(sets);
  EXPECT_EQ(table.header, (std::vector<std::string>{"coefficient", "first", "second", "2002", "2003, all"}));
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"Kendall tau-b", "A", "B", "1.000", "-1.000"}));
  EXPECT_EQ(table.rows[3],
            (std::vector<std::string>{"Pearson r", "A", "B",
                                      fmt::format("{:.3f}", 3 / std::sqrt(2 * 42 / 9.0)), "-1.000"}));
  EXPECT_THAT(to_text(sets),
              HasSubstr("2 sets of runs: 2002 (3 runs, 5 topics), 2003, all (2 runs, 7 topics)\n"));
  EXPECT_THAT(to_csv(sets), HasSubstr("set,first,second,group,runs"));
  EXPECT_THAT(to_csv(sets), HasSubstr("\n\"2003, all\",A,B,all runs,2,7,-1,"));
  const auto json = nlohmann::json::parse(to_json(sets));
  EXPECT_EQ(json[1]["set"], "2003, all");
  EXPECT_EQ(json[1]["agreements"][0]["points"].size(), 2U);
}

TEST(AgreementReport, ConstantMeansHaveAReasonInsteadOfACoefficient) {
  const AgreementReport report = make_agreement({"a", "b"}, {"A", {0.1, 0.1}}, {"B", {0.1, 0.2}});
  EXPECT_THAT(to_text(report), HasSubstr("No correlation of all runs: all values of one list are equal."));
  EXPECT_TRUE(
      nlohmann::json::parse(to_json(std::vector{report}))[0]["groups"][0]["kendall"]["value"].is_null());
}

TEST(AgreementReport, CsvHasEveryDigitDistinctColumnsAndNothingWhereThereIsNoFigure) {
  const std::vector<AgreementReport> reports{
      make_agreement({"a", "b", "c"}, {"A", {0.1, 0.2, 0.4}}, {"B", {0.5, 0.7, 0.8}}, 5),
      make_agreement({"a", "b", "c"}, {"A", {0.1, 0.1, 0.1}}, {"C, D", {0.5, 0.7, 0.8}}, 5)};
  const std::string csv = to_csv(reports);
  EXPECT_THAT(csv, HasSubstr("first,second,group,runs,topics,kendall,kendall_p,tau_ap,tau_ap_p,spearman,"
                             "spearman_p,pearson,pearson_p,intercept,slope,r_squared\n"));
  EXPECT_THAT(csv, HasSubstr("A,B,all runs,3,5,1,0.3333333333333333,1,"));
  EXPECT_THAT(csv, HasSubstr("A,\"C, D\",all runs,3,5,,,,,,,,,,,\n"));
}

TEST(AgreementReport, ThePageHasASectionATableAndAPlotForEachAgreement) {
  const std::vector<AgreementReport> reports{
      make_agreement({"a", "b", "c"}, {"A", {0.1, 0.2, 0.4}}, {"B<C>", {0.5, 0.7, 0.8}}, 5),
      make_agreement({"a", "b", "c"}, {"A", {0.1, 0.2, 0.4}}, {"D", {0.5, 0.7, 0.8}}, 5)};
  const std::string page = to_html(agreement_report(reports));
  EXPECT_THAT(page, HasSubstr("A and B&lt;C&gt;"));
  for (const char* part :
       {"id=\"agreement-1\"", "id=\"table-agreement-1\"", "data-chart=\"agreement-2-scatter\""})
    EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(page, Not(HasSubstr("B<C>")));
}

}  // namespace
}  // namespace fovea
