#include "report/tables/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea {
namespace {

using testing::HasSubstr;
using testing::Not;

const Table kTable{.header = {"run", "AP"}, .rows = {{"a", "0.5000"}, {"größer", "12"}}, .name_columns = 1};

TEST(Table, AsTsvHasTabsBetweenColumns) {
  EXPECT_EQ(to_tsv(kTable), "run\tAP\na\t0.5000\ngrößer\t12\n");
}

TEST(Table, AsTsvEscapesWhatWouldEndAField) {
  EXPECT_EQ(to_tsv({.header = {"x"}, .rows = {{"a\tb\nc\\d\r"}}}), "x\na\\tb\\nc\\\\d\\r\n");
}

TEST(Table, AsCsvQuotesWhatNeedsIt) {
  EXPECT_EQ(to_csv({.header = {"a", "b"}, .rows = {{"1,5", "say \"x\""}, {"two\nlines", "plain"}}}),
            "a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"two\nlines\",plain\n");
}

TEST(Table, AsMarkdownIsPaddedByCharactersNotBytes) {
  EXPECT_EQ(to_markdown(kTable),
            "| run    |     AP |\n"
            "|--------|-------:|\n"
            "| a      | 0.5000 |\n"
            "| größer |     12 |\n");
}

TEST(Table, AsMarkdownEscapesPipes) {
  EXPECT_EQ(to_markdown({.header = {"x"}, .rows = {{"a|b\\"}}, .name_columns = 1}),
            "| x      |\n"
            "|--------|\n"
            "| a\\|b\\\\ |\n");
}

TEST(Table, AsLatexUsesBooktabs) {
  EXPECT_EQ(
      to_latex(kTable),
      std::string(kLatexNeeds) +
          "\\begin{tabular}{lr}\n\\toprule\nrun & AP \\\\\n\\midrule\na & 0.5000 \\\\\ngrößer & 12 \\\\\n"
          "\\bottomrule\n\\end{tabular}\n");
}

TEST(Table, AsLatexEscapesWhatLatexWouldRead) {
  EXPECT_EQ(to_latex({.header = {"a_b"}, .rows = {{"50% & {x}\\~^$#"}}, .name_columns = 1}),
            std::string(kLatexNeeds) +
                "\\begin{tabular}{l}\n\\toprule\na\\_b \\\\\n\\midrule\n"
                "50\\% \\& \\{x\\}\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\$\\# \\\\\n"
                "\\bottomrule\n\\end{tabular}\n");
}

TEST(Table, AsLatexKeepsSignsThatOtherEncodingsWouldExchange) {
  EXPECT_EQ(latex_escape("a < b > c | d"), "a \\textless{} b \\textgreater{} c \\textbar{} d");
}

TEST(Table, AsLatexHasNoLineEndsAndNoArgumentsInItsCells) {
  EXPECT_EQ(to_latex({.header = {"x"}, .rows = {{"[0.1, 0.2]"}, {"*"}, {"two\n\nlines"}}, .name_columns = 1}),
            std::string(kLatexNeeds) +
                "\\begin{tabular}{l}\n\\toprule\nx \\\\\n\\midrule\n"
                "{}[0.1, 0.2] \\\\\n{}* \\\\\ntwo  lines \\\\\n"
                "\\bottomrule\n\\end{tabular}\n");
}

TEST(Table, LatexSetsTheBestOfEachColumnInBold) {
  const Table table{{"run", "by", "AP"}, {{"a", "9", "0.5"}, {"b", "8", "0.75"}, {"c", "7", "0.75"}}, 2};
  EXPECT_THAT(to_latex(table, true),
              HasSubstr("a & 9 & 0.5 \\\\\nb & 8 & \\textbf{0.75} \\\\\nc & 7 & \\textbf{0.75} "));
  EXPECT_THAT(to_latex(table), Not(HasSubstr("textbf")));
}

TEST(Table, DropsColumnsOfNamesThatSayNothing) {
  const Table table = without_empty_columns(
      {{"run", "by", "task", "query", "AP"}, {{"a", "–", "T", "", ""}, {"b", "–", "", "", ""}}, 4});
  EXPECT_EQ(table.header, (std::vector<std::string>{"run", "task", "AP"}));
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"a", "T", ""}));
  EXPECT_EQ(table.name_columns, 2);
}

TEST(Table, OneRowHasNoBest) {
  EXPECT_EQ(best_cells({{"run", "AP"}, {{"a", "0.5"}}, 1}), (std::vector<std::string>{"", ""}));
}

TEST(Columns, AreShownSomeAtATimeWhereTheyDoNotFit) {
  const Table table{.header = {"run", "AP", "P@10", "iP@0.01"},
                    .rows = {{"bm25", "0.1234", "0.5", "0.25"}, {"lm", "0.2", "0.625", "0.3"}},
                    .name_columns = 1};
  EXPECT_EQ(to_columns(table),
            "run       AP   P@10  iP@0.01\n"
            "bm25  0.1234    0.5     0.25\n"
            "lm       0.2  0.625      0.3\n");
  EXPECT_EQ(to_columns(table, 28), to_columns(table));
  EXPECT_EQ(to_columns(table, 20),
            "run       AP   P@10\n"
            "bm25  0.1234    0.5\n"
            "lm       0.2  0.625\n"
            "\n"
            "run   iP@0.01\n"
            "bm25     0.25\n"
            "lm        0.3\n");
}

TEST(Columns, CutNamesInTheMiddleAndEscapeThem) {
  const Table table{
      .header = {"run", "AP"}, .rows = {{"abcdefghijklmnopqrstuvwxyz", "0.1234"}}, .name_columns = 1};
  EXPECT_EQ(to_columns(table, 19), "run              AP\nabcde…vwxyz  0.1234\n");
  EXPECT_EQ(to_columns({.header = {"run"}, .rows = {{"a\x1b[1m\xff"}}, .name_columns = 1}),
            "run\na\\x1b[1m\\xff\n");
}

}  // namespace
}  // namespace fovea
