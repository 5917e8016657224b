// Every format of a table of scores, on one and on two runs.
#include "report/tables/score_report.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/tables/table.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using Measures = std::vector<ScoredMeasure>;
const Measures kMeasures = {
    {"AP", Average::kMean}, {"NumRet", Average::kSum}, {"GMAP", Average::kGeometricMean}};

/// Runs of these names, with the same scores but for the first, which is higher by 0.5 from run to run.
Scores runs(const std::vector<std::string>& names, const Measures& measures = kMeasures) {
  Scores scores(measures, {"t2", "t1"});
  for (const std::string& name : names) {
    const std::size_t run = scores.add_run({name, name + ".txt"});
    const double values[2][3] = {{0.25 + 0.5 * static_cast<double>(run), 3, 0.25}, {1.0 / 3, 4, 1e-7}};
    const double summary[3] = {0.2916666666666667, 7, 0.000158};
    for (std::size_t m = 0; m < 3; ++m) {
      for (std::size_t t = 0; t < 2; ++t) scores.set(run, t, m, values[t][m]);
      scores.set_summary(run, m, summary[m]);
    }
  }
  return scores;
}

Scores one_run() {
  return runs({"a"});
}

Scores two_runs() {
  return runs({"a", "b"});
}

std::string printed(const Scores& scores, ScoreReport report) {
  return to_text(scores, report, {});
}

TEST(ScoreReport, AsTextHasTrecEvalsColumns) {
  EXPECT_EQ(printed(one_run(), {}),
            "AP                    \tall\t0.2917\n"
            "NumRet                \tall\t7\n"
            "GMAP                  \tall\t0.0002\n");
}

TEST(ScoreReport, AsTextGivesTopicsInTheirOrderAndTheSummaryLast) {
  EXPECT_EQ(printed(one_run(), {.per_topic = true, .decimals = Decimals{2}}),
            "AP                    \tt2\t0.25\n"
            "NumRet                \tt2\t3\n"
            "GMAP                  \tt2\t0.25\n"
            "AP                    \tt1\t0.33\n"
            "NumRet                \tt1\t4\n"
            "GMAP                  \tt1\t0.00\n"
            "AP                    \tall\t0.29\n"
            "NumRet                \tall\t7\n"
            "GMAP                  \tall\t0.00\n");
}

TEST(ScoreReport, AsTextTellsSeveralRunsApart) {
  EXPECT_EQ(printed(two_runs(), {.decimals = Decimals{1}}),
            "runid                 \tall\ta\n"
            "AP                    \tall\t0.3\n"
            "NumRet                \tall\t7\n"
            "GMAP                  \tall\t0.0\n"
            "runid                 \tall\tb\n"
            "AP                    \tall\t0.3\n"
            "NumRet                \tall\t7\n"
            "GMAP                  \tall\t0.0\n");
}

TEST(ScoreReport, AsTrecEvalLeavesOutWhatIsOnlyASummaryThere) {
  const Scores scores =
      runs({"a"}, {{"map", Average::kMean}, {"num_q", Average::kSum}, {"gm_map", Average::kGeometricMean}});
  const TextLine id{.name = "runid", .before = 0, .summary = true, .texts = {{{"t1", "a"}}}};
  const TextLine marks{.name = "relstring", .before = 1, .texts = {{{"t1", "'1'"}, {"t2", "'0'"}}}};
  EXPECT_EQ(printed(scores, {.per_topic = true, .trec_eval = true, .texts = {id, marks}}),
            "map                   \tt2\t0.2500\n"
            "relstring             \tt2\t'0'\n"
            "map                   \tt1\t0.3333\n"
            "relstring             \tt1\t'1'\n"
            "runid                 \tall\ta\n"
            "map                   \tall\t0.2917\n"
            "num_q                 \tall\t7\n"
            "gm_map                \tall\t0.0002\n");
}

TEST(ScoreReport, WithoutSummaryGivesTopicsOnly) {
  EXPECT_EQ(printed(one_run(), {.format = ScoreFormat::kTsv, .per_topic = true, .summary = false}),
            "run\tquery_id\tmeasure\tvalue\n"
            "a\tt2\tAP\t0.2500\na\tt2\tNumRet\t3\na\tt2\tGMAP\t0.2500\n"
            "a\tt1\tAP\t0.3333\na\tt1\tNumRet\t4\na\tt1\tGMAP\t0.0000\n");
}

TEST(ScoreReport, AsCsvHasARowPerValue) {
  EXPECT_EQ(printed(two_runs(), {.format = ScoreFormat::kCsv, .decimals = Decimals{std::nullopt}}),
            "run,query_id,measure,value\n"
            "a,all,AP,0.2916666666666667\na,all,NumRet,7\na,all,GMAP,0.000158\n"
            "b,all,AP,0.2916666666666667\nb,all,NumRet,7\nb,all,GMAP,0.000158\n");
}

TEST(ScoreReport, AsMarkdownHasAColumnPerMeasure) {
  EXPECT_EQ(printed(two_runs(), {.format = ScoreFormat::kMarkdown}),
            "| run |     AP | NumRet |   GMAP |\n"
            "|-----|-------:|-------:|-------:|\n"
            "| a   | 0.2917 |      7 | 0.0002 |\n"
            "| b   | 0.2917 |      7 | 0.0002 |\n");
}

TEST(ScoreReport, AsLatexHasARowPerTopicWhenAsked) {
  EXPECT_EQ(printed(one_run(), {.format = ScoreFormat::kLatex, .per_topic = true}),
            std::string(kLatexNeeds) +
                "\\begin{tabular}{llrrr}\n\\toprule\nrun & topic & AP & NumRet & GMAP \\\\\n\\midrule\n"
                "a & t2 & 0.2500 & 3 & 0.2500 \\\\\na & t1 & 0.3333 & 4 & 0.0000 \\\\\n"
                "a & all & 0.2917 & 7 & 0.0002 \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST(ScoreReport, AsJsonLinesGivesEveryDigit) {
  EXPECT_EQ(printed(one_run(), {.format = ScoreFormat::kJsonLines}),
            "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"AP\",\"value\":0.2916666666666667}\n"
            "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"NumRet\",\"value\":7}\n"
            "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"GMAP\",\"value\":0.000158}\n");
}

TEST(ScoreReport, AsJsonRoundsOnlyWhenAsked) {
  EXPECT_EQ(printed(one_run(), {.format = ScoreFormat::kJsonLines, .decimals = Decimals{2}}),
            "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"AP\",\"value\":0.29}\n"
            "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"NumRet\",\"value\":7}\n"
            "{\"run\":\"a\",\"query_id\":\"all\",\"measure\":\"GMAP\",\"value\":0.0}\n");
}

TEST(ScoreReport, AsJsonTellsHowToRepeatIt) {
  const TemporaryFolder folder;
  const std::string file = folder.write("qrels", "abc");
  const EvaluationAccount account{.version = "1.2.3",
                                  .command = {"fovea", "eval", "qrels", "-"},
                                  .files = {account_for("judgements", file), account_for("run", "-")},
                                  .task = "focused",
                                  .compat = "",
                                  .topic_rule = "all judged topics",
                                  .tie_rule = "as in the file",
                                  .relevance_level = 2,
                                  .depth = 100};
  const auto json =
      nlohmann::json::parse(to_text(one_run(), {.format = ScoreFormat::kJson, .per_topic = true}, account));
  EXPECT_EQ(json["fovea"], "1.2.3");
  EXPECT_EQ(json["command"][1], "eval");
  EXPECT_EQ(json["files"][0]["role"], "judgements");
  EXPECT_EQ(json["files"][0]["sha256"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_TRUE(json["files"][1]["sha256"].is_null());
  EXPECT_EQ(json["task"], "focused");
  EXPECT_FALSE(json.contains("compat"));
  EXPECT_EQ(json["topics"], "all judged topics");
  EXPECT_EQ(json["order"], "as in the file");
  EXPECT_EQ(json["relevance_level"], 2);
  EXPECT_EQ(json["depth"], 100);
  EXPECT_EQ(json["measures"][2]["average"], "geometric mean");
  EXPECT_EQ(json["runs"][0]["all"]["AP"], 0.2916666666666667);
  EXPECT_EQ(json["runs"][0]["by_topic"]["t1"]["AP"], 1.0 / 3);
  EXPECT_EQ(json["runs"][0]["file"], "a.txt");
}

TEST(ScoreReport, AsJsonHasNullForWhatIsNoNumberAndSurvivesBrokenIds) {
  Scores scores = runs({"caf\xe9"});
  scores.set_summary(0, 0, std::numeric_limits<double>::quiet_NaN());
  const auto json = nlohmann::json::parse(printed(scores, {.format = ScoreFormat::kJson}));
  EXPECT_TRUE(json["runs"][0]["all"]["AP"].is_null());
  EXPECT_EQ(json["runs"][0]["run"], "caf\xef\xbf\xbd");
}

TEST(ScoreReport, KnowsItsFormatsByName) {
  EXPECT_EQ(named<ScoreFormat>("md"), ScoreFormat::kMarkdown);
  EXPECT_FALSE(named<ScoreFormat>("xls"));
}

TEST(Decimals, AreANumberOrFull) {
  EXPECT_EQ(parse_decimals("6")->places, 6);
  EXPECT_EQ(parse_decimals("0")->places, 0);
  EXPECT_EQ(parse_decimals("full")->places, std::nullopt);
  for (const std::string_view wrong : {"", "-1", "18", "x", "4.5"})
    EXPECT_FALSE(parse_decimals(wrong)) << wrong;
}

TEST(ScoreReport, RanksAreAColumnWithThoseByOtherMeasuresInBracketsAndTheTopIsWhatIsShown) {
  // Overlap as it would be in a table of INEX 2004: b is the best by inex2002 and the worst by nXCG.
  Scores scores({{"inex2002"}, {"nXCG"}}, {"1"});
  const double values[][2] = {{0.2, 0.3}, {0.4, 0.1}, {0.3, 0.2}};
  for (std::size_t run = 0; run < 3; ++run) {
    scores.add_run({std::string(1, static_cast<char>('a' + run)), {}});
    for (std::size_t m = 0; m < 2; ++m) scores.set(run, 0, m, values[run][m]);
    scores.summarise(run);
  }
  const std::size_t by[] = {0, 1};
  const RankedRuns ranked = rank_runs(scores, by);
  EXPECT_EQ(ranked.order, (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(ranked.ranks, (std::vector<std::string>{"1 (3)", "2 (2)", "3 (1)"}));
  ScoreReport report{.format = ScoreFormat::kTable, .ranks = ranked.ranks, .top = 2};
  // The best by nXCG is below the two that are shown: no star for them.
  EXPECT_EQ(printed(scores.with_runs(ranked.order), report),
            "rank   run  inex2002     nXCG\n"
            "1 (3)  b      0.4000*  0.1000\n"
            "2 (2)  c      0.3000   0.2000\n");
  report.format = ScoreFormat::kCsv;
  EXPECT_EQ(printed(scores.with_runs(ranked.order), report),
            "run,query_id,measure,value\nb,all,inex2002,0.4000\nb,all,nXCG,0.1000\n"
            "c,all,inex2002,0.3000\nc,all,nXCG,0.2000\n");
  report.format = ScoreFormat::kJson;
  const auto json = nlohmann::json::parse(printed(scores.with_runs(ranked.order), report));
  EXPECT_EQ(json["runs"].size(), 2U);
  EXPECT_EQ(json["runs"][0]["rank"], "1 (3)");
}

}  // namespace
}  // namespace fovea
