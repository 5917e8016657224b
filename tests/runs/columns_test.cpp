#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "files/lines.h"
#include "places.h"
#include "runs/column_row.h"
#include "runs/reading.h"
#include "text/numbers.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Span kWhole{0, kMaxOffset};

TEST(ColumnRun, ReadsTrecRowsAsWholeDocuments) {
  const auto read = read_run("7 Q0 d1 1 9.5 tag\n7 Q0 d2 2 -1e-3 tag\n");
  ASSERT_TRUE(read.run);
  EXPECT_EQ(read.said(), "");
  EXPECT_EQ(read.run->format(), run_formats::kTrec);
  EXPECT_EQ(read.run->details().id, "tag");
  EXPECT_THAT(read.results,
              ElementsAre(PlainResult{"7", "d1", "", "", kWhole, ResultKind::kDocument, 1, 9.5},
                          PlainResult{"7", "d2", "", "", kWhole, ResultKind::kDocument, 2, -0.001}));
}

TEST(ColumnRun, PassesOverBlankLinesAndKeepsCounting) {
  const std::string blanks(10'000, '\n');
  for (const std::string& blank : {blanks, std::string(5'000, ' ') + "\n" + blanks, "# said\n" + blanks}) {
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(blank, '\n'));
    const auto read = read_run(blank + "7 Q0 d1 1 9 tag\n" + blank + "7 Q0 d2 2 x tag\n" + blank +
                               "8 Q0 d3 1 8 tag\n" + blank);
    ASSERT_TRUE(read.run);
    ASSERT_EQ(read.results.size(), 2U);
    EXPECT_EQ(read.results[1].doc, "d3");
    EXPECT_THAT(read.said(), HasSubstr(fmt::format(":{}:11: found 'x'", 2 * lines + 2)));
  }
}

TEST(ColumnRun, ReadsElementPassageAndRangeRows) {
  const auto element = read_run("7 Q0 d 1 2 t /article[1]/sec[2]\n");
  EXPECT_EQ(element.run->format(), run_formats::kElement);
  EXPECT_THAT(element.results, ElementsAre(PlainResult{"7", "d", "/article[1]/sec[2]", "", Span{},
                                                       ResultKind::kElement, 1, 2}));
  const auto passage = read_run("7 Q0 d 1 2 t 465 3426\n");
  EXPECT_EQ(passage.run->format(), run_formats::kPassage);
  EXPECT_THAT(passage.results,
              ElementsAre(PlainResult{"7", "d", "", "", {465, 3891}, ResultKind::kPassage, 1, 2}));
  const auto range = read_run("7 Q0 d 1 2 t /a[1]/p[1] /a[1]/text()[2].13\n");
  EXPECT_EQ(range.run->format(), run_formats::kRange);
  EXPECT_THAT(range.results, ElementsAre(PlainResult{"7", "d", "/a[1]/p[1]", "/a[1]/text()[2].13", Span{},
                                                     ResultKind::kRange, 1, 2}));
}

TEST(ColumnRun, MarksPathsThatInexToolsCouldNotResolve) {
  const auto read = read_run("7 Q0 a 1 2 t X\n7 Q0 b 2 2 t -1 0\n7 Q0 c 3 1 t X X\n7 Q0 d 4 1 t -1\n");
  EXPECT_EQ(read.said(), "");
  ASSERT_EQ(read.results.size(), 4U);
  for (const PlainResult& result : read.results) {
    EXPECT_EQ(result.kind, ResultKind::kUnresolved);
    EXPECT_EQ(result.span, Span{});
  }
}

TEST(ColumnRun, MayMixShapesUnlessTheFormatWasGiven) {
  const std::string_view text =
      "7 Q0 a 1 4 t\n7 Q0 b 2 3 t /a[1]\n7 Q0 c 3 2 t 5 6\n7 Q0 d 4 1 t /a[1] /a[1]/p[2]\n";
  const auto mixed = read_run(text);
  EXPECT_EQ(mixed.said(), "");
  EXPECT_EQ(mixed.run->format(), run_formats::kPassage);
  EXPECT_EQ(mixed.results.size(), 4U);
  for (const RunFormat* const format :
       {&run_formats::kTrec, &run_formats::kElement, &run_formats::kPassage, &run_formats::kRange}) {
    const auto strict = read_run(text, format);
    EXPECT_EQ(strict.results.size(), 1U);
    EXPECT_EQ(strict.diagnostics.errors(), 3U);
  }
}

TEST(ColumnRun, TakesAnyBlanksCrlfCommentsAndOddIds) {
  const auto read =
      read_run("# a comment\r\n\r\n  7\tQ0  d#1,x 1 9 t  \r\n#7 Q0 d2 2 8 t\r\n \t \r\n7 Q0 #d2 2 8 t");
  EXPECT_EQ(read.said(), "");
  ASSERT_EQ(read.results.size(), 2U);
  EXPECT_EQ(read.results[0].doc, "d#1,x");
  EXPECT_EQ(read.results[1].doc, "#d2");
}

TEST(ColumnRun, CountsLinesAcrossCommentsAndTopics) {
  const auto read = read_run("# c\n1 Q0 a 1 1 t\n\n2 Q0 a 1 1 t\n# c\n1 Q0 b 2 1 t\n1 Q0 c 3 1 t");
  TopicResults topic;
  Diagnostics diagnostics;
  read.run->read(0, topic, diagnostics);
  EXPECT_EQ(topic.results[0].line, 2U);
  EXPECT_EQ(topic.results[1].line, 6U);
  EXPECT_EQ(topic.results[2].line, 7U);
  read.run->read(1, topic, diagnostics);
  EXPECT_EQ(topic.results[0].line, 4U);
}

TEST(ColumnRun, JoinsATopicInTwoBlocksAndSaysSo) {
  const auto read = read_run("1 Q0 a 1 1 t\n2 Q0 b 1 1 t\n1 Q0 c 2 1 t\n");
  ASSERT_EQ(read.results.size(), 3U);
  EXPECT_EQ(read.results[1].doc, "c");
  EXPECT_EQ(
      read.said(),
      "run:3: warning: topic '1' stands in 2 separate blocks, the first from line 1; they are joined in "
      "the order of the file\n");
}

TEST(ColumnRun, RefusesAFileOfSeveralRuns) {
  const auto read = read_run("1 Q0 a 1 1 t\n1 Q0 b 2 1 u\n1 Q0 c 3 1 u\n");
  EXPECT_FALSE(read.run);
  EXPECT_EQ(read.said(), "run: found the runs 't' and 'u' in one file, expected one run\n");
}

struct BadRow {
  std::string_view row;
  std::string_view said;
};

class BadRows : public testing::TestWithParam<BadRow> {};

TEST_P(BadRows, AreReportedWithTheirPlaceAndLeftOut) {
  const std::string text = "1 Q0 good 1 1 t 0 9\n" + std::string(GetParam().row) + "\n1 Q0 good 2 1 t 10 9\n";
  const auto read = read_run(text);
  EXPECT_EQ(read.results.size(), 2U);
  EXPECT_THAT(read.said(), HasSubstr(std::string(GetParam().said)));
  EXPECT_GE(read.diagnostics.errors(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Runs, BadRows,
    testing::Values(
        BadRow{"1 Q0 d 1 1", "run:2:11: found 5 columns, expected 6 (topic Q0 document rank score tag), 7"},
        BadRow{"1", "run:2:2: found 1 column, expected 6"},
        BadRow{"1 Q0 d 1 1 t 0 9 9", "run:2:18: found 9 columns, expected 6"},
        BadRow{"1 Q0 d 1 1 t 0 9 9 9 9", "run:2:18: found 11 columns, expected 6"},
        BadRow{"1 Q0 d one 1 t 0 9", "run:2:8: found 'one', expected a rank"},
        BadRow{"1 Q0 d -1 1 t 0 9", "run:2:8: found '-1', expected a rank"},
        BadRow{"1 Q0 d 2147483648 1 t 0 9", "run:2:8: found '2147483648', expected a rank"},
        BadRow{"1 Q0 d 1.0 1 t 0 9", "run:2:8: found '1.0', expected a rank"},
        BadRow{"1 Q0 d 1 abc t 0 9", "run:2:10: found 'abc', expected a score"},
        BadRow{"1 Q0 d 1 nan t 0 9", "run:2:10: found 'nan', expected a score"},
        BadRow{"1 Q0 d 1 inf t 0 9", "run:2:10: found 'inf', expected a score"},
        BadRow{"1 Q0 d 1 1e999 t 0 9", "run:2:10: found '1e999', expected a score"},
        BadRow{"1 Q0 d 1 1 t x 9", "run:2:14: found 'x', expected an offset"},
        BadRow{"1 Q0 d 1 1 t -2 9", "run:2:14: found '-2', expected an offset"},
        BadRow{"1 Q0 d 1 1 t 0 -9", "run:2:16: found '-9', expected a length"},
        BadRow{"1 Q0 d 1 1 t 0 1.5", "run:2:16: found '1.5', expected a length"},
        BadRow{"1 Q0 d 1 1 t -1 b", "run:2:17: found 'b', expected a length"},
        BadRow{"1 Q0 d 1 1 t 2147483647 1",
               "run:2:25: found '1', expected a passage from 2147483647 that ends below 2147483648"},
        BadRow{"1 Q0 d 1 1 t 2147483648 1", "run:2:14: found '2147483648', expected an offset"},
        BadRow{"1 Q0 d 1 1 t /a[1]/b", "run:2:21: found the end at character 8 of '/a[1]/b', expected '['"},
        BadRow{"1 Q0 d 1 1 t /a[0]",
               "run:2:17: found '0' at character 4 of '/a[0]', expected a number from 1"},
        BadRow{"1 Q0 d 1 1 t /a[1]/text()[2].13", "expected an element, not a point in its text"},
        BadRow{"1 Q0 d 1 1 t /a[1]/text()[2].x /a[1]", "expected a character, counted from 0"},
        BadRow{"1 Q0 d 1 1 t /a[1] 9", "run:2:20: found '9' at character 1 of '9', expected '/'"},
        BadRow{"1 Q0 d 1 1 t sec", "run:2:14: found 's' at character 1 of 'sec', expected '/'"},
        BadRow{"1 Q0 é x 1 t 0 9", "run:2:8: found 'x', expected a rank"}));

TEST(ColumnRun, ReportsEveryFaultOfARow) {
  const auto read = read_run("1 Q0 d r s t o l\n");
  EXPECT_EQ(read.diagnostics.errors(), 4U);
  EXPECT_EQ(read.diagnostics.count("bad-rank"), 1U);
  EXPECT_EQ(read.diagnostics.count("bad-score"), 1U);
  EXPECT_EQ(read.diagnostics.count("bad-offset"), 1U);
  EXPECT_EQ(read.diagnostics.count("bad-length"), 1U);
}

TEST(ChunkRun, ReadsQuestionRankDocumentBeginEndScore) {
  const auto read = read_run("0\t1\tstate of the union\t10\t20\t1.5\n0\t2\tb\t5\t5\t1\r\n");
  EXPECT_EQ(read.said(), "");
  EXPECT_EQ(read.run->format(), run_formats::kChunks);
  EXPECT_THAT(
      read.results,
      ElementsAre(PlainResult{"0", "state of the union", "", "", {10, 20}, ResultKind::kPassage, 1, 1.5},
                  PlainResult{"0", "b", "", "", {5, 5}, ResultKind::kPassage, 2, 1}));
}

TEST(ChunkRun, ReportsBadRows) {
  const auto said = [](std::string_view row) {
    return read_run(std::string("0\t1\ta\t1\t2\t1\n") + std::string(row), &run_formats::kChunks).said();
  };
  EXPECT_THAT(said("0\t1\ta\t1\t2"), HasSubstr("run:2:10: found 5 columns, expected 6, separated by tabs"));
  EXPECT_THAT(said("0\t1\ta\t1\t2\t1\t"), HasSubstr("found 7 columns"));
  EXPECT_THAT(said("0\tx\ta\t1\t2\t1"), HasSubstr("run:2:3: found 'x', expected a rank"));
  EXPECT_THAT(said("0\t1\t\t1\t2\t1"), HasSubstr("run:2:5: found '', expected a document"));
  EXPECT_THAT(said("0\t1\ta\t3\t2\t1"), HasSubstr("run:2:9: found '2', expected an end from 3 on"));
  EXPECT_THAT(said("0\t1\ta\t1\t2\tinf"), HasSubstr("run:2:11: found 'inf', expected a score"));
  EXPECT_THAT(said("\t1\ta\t1\t2\t1"), HasSubstr("run:2:1: found '', expected a question"));
}

TEST(OpeningARun, RefusesWhatIsNone) {
  const auto said = [](std::string_view bytes) { return read_run(bytes).said(); };
  EXPECT_THAT(said(""), HasSubstr("run: found an empty file, expected a run"));
  EXPECT_THAT(said("\n \n"), HasSubstr("found blanks only"));
  EXPECT_THAT(said("# only a comment\n"), HasSubstr("found a file without rows"));
  EXPECT_THAT(said("7 Q0 d1 1\n"), HasSubstr("rows of 4 columns, as TREC judgements have"));
  EXPECT_THAT(said("7 Q0 d1 0 900\n"), HasSubstr("rows of 5 columns, as INEX judgements have"));
  EXPECT_THAT(said("7 Q0 d1 3 900 5 5:3\n"), HasSubstr("a file of judgements"));
  Diagnostics diagnostics;
  EXPECT_FALSE(Run::open("/nowhere/at/all", nullptr, diagnostics));
  EXPECT_EQ(diagnostics.errors(), 1U);
}

/// A reader written for clarity: the row by split_columns, numbers by the standard parsers.
std::vector<PlainResult> naive_passages(std::string_view text) {
  std::vector<PlainResult> all;
  LineReader lines(text);
  std::string_view line;
  while (lines.next(line)) {
    std::array<std::string_view, 8> c;
    if (line.starts_with('#') || split_columns(line, c) != 8) continue;
    const auto rank = parse_integer(c[3]);
    const auto score = parse_number(c[4]);
    const auto offset = parse_offset(c[6]);
    const auto length = parse_offset(c[7]);
    if (!rank || *rank < 0 || !score || !offset || !length) continue;
    all.push_back({std::string(c[0]),
                   std::string(c[2]),
                   "",
                   "",
                   {*offset, *offset + *length},
                   ResultKind::kPassage,
                   static_cast<std::int32_t>(*rank),
                   *score});
  }
  return all;
}

RC_GTEST_PROP(ColumnRun, AgreesWithANaiveReader, ()) {
  const auto blank = rc::gen::element<std::string>(" ", "\t", "  ", " \t ");
  const auto number = rc::gen::oneOf(
      rc::gen::map(rc::gen::inRange(0, 2'000'000'000), [](int n) { return std::to_string(n); }),
      rc::gen::map(rc::gen::inRange(0, 1000), [](int n) { return std::to_string(n); }),
      rc::gen::element<std::string>("x", "00012", "12.5", "-3", "123456789"));
  const auto score =
      rc::gen::oneOf(number, rc::gen::element<std::string>("0.25", "-7.5e3", "3.14159265358979"));
  std::string text;
  int topic = 0;
  for (int rows = *rc::gen::inRange(0, 40); rows > 0; --rows) {
    if (*rc::gen::inRange(0, 5) == 0) ++topic;
    text += fmt::format("T{}", topic) + *blank + "Q0" + *blank +
            std::string(*rc::gen::inRange<std::size_t>(1, 80), 'd') + *blank + *number + *blank + *score +
            *blank + "tag" + *blank + *number + *blank + *number +
            *rc::gen::element<std::string>("\n", "\r\n", " \n", "\n\n", "\n# comment\n");
  }
  const auto read = read_run(text, &run_formats::kPassage);
  std::vector<PlainResult> expected = naive_passages(text);
  std::erase_if(expected, [](const PlainResult& r) { return r.span.end > kMaxOffset; });
  RC_ASSERT(read.results == expected);
}

TEST(RealRuns, OfInex2010AreReadWithoutAWord) {
  const std::string folder = extended_data() + "/inex2010/runs/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  const auto rows = [&](const std::string& name) {
    Diagnostics diagnostics;
    const auto run = Run::open(folder + name, nullptr, diagnostics);
    EXPECT_EQ(run->format(), run_formats::kPassage);
    EXPECT_EQ(run->topics(), 52U);
    const auto results = read_all(*run, diagnostics).size();
    EXPECT_EQ(diagnostics.errors() + diagnostics.warnings(), 0U);
    return results;
  };
  EXPECT_EQ(rows("BEP_plus100.run"), 5471U);
  EXPECT_EQ(rows("F500_R.run"), 5471U);
  EXPECT_EQ(rows("INDRI_articles.run"), 5200U);
  EXPECT_EQ(rows("INDRI_bep0.run"), 5200U);
  EXPECT_EQ(rows("INDRI_first500.run"), 5200U);
  EXPECT_EQ(rows("SLD_R.run"), 5471U);
  EXPECT_EQ(rows("S_R.run"), 13154U);
}

TEST(RealRuns, OfArticlesAndChunksAreReadWithoutAWord) {
  const std::string folder = extended_data() + "/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  Diagnostics diagnostics;
  const auto articles = Run::open(folder + "article/INDRI_articles.trec", nullptr, diagnostics);
  EXPECT_EQ(articles->format(), run_formats::kTrec);
  EXPECT_EQ(read_all(*articles, diagnostics).size(), 5200U);
  const auto chunks = Run::open(folder + "chroma/run_bm25_char1200_k5.tsv", nullptr, diagnostics);
  EXPECT_EQ(chunks->format(), run_formats::kChunks);
  EXPECT_EQ(chunks->topics(), 472U);
  EXPECT_EQ(read_all(*chunks, diagnostics).size(), 472U * 5);
  EXPECT_EQ(diagnostics.errors() + diagnostics.warnings(), 0U);
}

}  // namespace
}  // namespace fovea
