#include "report/tables/svg.h"

#include <expat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "report/tables/chart_scale.h"
#include "report/tables/charts.h"

namespace fovea {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

bool is_well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate("UTF-8");
  const bool good = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return good;
}

/// What a group of the pattern matches, in the order of the text.
std::vector<std::string> all_of(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

std::string marks_of(const std::string& svg) {
  const std::size_t begin = svg.find("<g class=\"marks\">");
  return svg.substr(begin, svg.find("</g>", begin) - begin);
}

TEST(Svg, LinesRunWhereTheirValuesAre) {
  const json rows = {{{"x", 0}, {"y", 1}, {"name", "a"}},
                     {{"x", 0.5}, {"y", 0.25}, {"name", "a"}},
                     {{"x", 1}, {"y", 0}, {"name", "a"}},
                     {{"x", 0}, {"y", 0.5}, {"name", "b"}},
                     {{"x", 1}, {"y", 0.5}, {"name", "b"}}};
  const std::string svg = to_svg(line_chart(rows, "recall", "precision"), "Two runs.");
  // A plot of 640 by 320 pixels, whose y grows downwards.
  EXPECT_THAT(all_of(svg, "<path d=\"(M[^\"]*)\" fill=\"none\" stroke-width=\"2\" stroke-linejoin"),
              ElementsAre("M0.0,0.0L320.0,240.0L640.0,320.0", "M0.0,160.0L640.0,160.0"));
  EXPECT_THAT(svg, HasSubstr("<title>Two runs.</title>"));
  EXPECT_THAT(svg, HasSubstr(">recall</text>"));
  EXPECT_THAT(svg, HasSubstr(">precision</text>"));
  EXPECT_TRUE(is_well_formed(svg));
}

TEST(Svg, LinesOfManyPointsAreToldApartByDashes) {
  json rows = json::array();
  for (const char* name : {"a", "b"}) {
    for (int x = 0; x <= 100; ++x)
      rows.push_back({{"x", x / 100.0}, {"y", name[0] == 'a' ? 0.5 : 0.25}, {"name", name}});
  }
  const std::string svg = to_svg(line_chart(rows, "recall", "precision", {.dashes = true}), "");
  EXPECT_THAT(all_of(marks_of(svg), "stroke-dasharray=\"([^\"]*)\""), ElementsAre("1 0", "6 3"));
  EXPECT_THAT(marks_of(svg), Not(HasSubstr("scale(")));  // no symbols
}

TEST(Svg, TheLineOfLeastSquaresGoesThroughPointsThatLieOnOne) {
  json rows = json::array();
  for (const double x : {1.0, 2.0, 4.0})
    rows.push_back({{"x", x}, {"y", 3 * x - 1}, {"name", "r"}, {"group", "runs"}});
  const std::string svg = to_svg(scatter_chart(rows, "AP", "AgP", {.line = true}), "");
  const auto points = all_of(marks_of(svg), "translate\\(([^)]*)\\)");
  ASSERT_EQ(points.size(), 3);
  const auto line = all_of(svg, "<path d=\"M([^\"]*)\" fill=\"none\"");
  ASSERT_EQ(line.size(), 1);
  const auto comma = [](std::string text) { return text.replace(text.find(' '), 1, ","); };
  EXPECT_EQ(line[0], comma(points[0]) + "L" + comma(points[2]));
}

TEST(Svg, BarsAreAsHighAsTheirCounts) {
  const std::vector<std::uint64_t> values = {1, 1, 1, 1, 2, 2, 5};
  const std::string svg = to_svg(histogram_chart(values, "passages", "articles"), "");
  std::vector<double> heights;
  for (const std::string& height : all_of(marks_of(svg), " height=\"([0-9.]*)\""))
    heights.push_back(std::stod(height));
  ASSERT_EQ(heights.size(), 5);
  EXPECT_NEAR(heights[0], 2 * heights[1], 0.11);
  EXPECT_NEAR(heights[1], 2 * heights[4], 0.11);
  EXPECT_EQ(heights[2], 0);
}

TEST(Svg, MatricesHaveTheColoursOfBothThemes) {
  constexpr CellKind kKinds[] = {{"holds", "#111111", "#222222", "#333333", "#444444"},
                                 {"broken", "#555555", "#666666", "#777777", "#888888"}};
  const json rows = {{{"row", "a > b"}, {"column", "AP"}, {"kind", "holds"}, {"text", "✓"}, {"note", ""}},
                     {{"row", "a > c"}, {"column", "AP"}, {"kind", "broken"}, {"text", "×"}, {"note", ""}}};
  const std::string svg = to_svg(matrix_chart(rows, {"a > b", "a > c"}, {"AP"}, kKinds, {96, 18}), "");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(all_of(marks_of(svg), "<rect [^>]*class=\"(k[0-9])"), ElementsAre("k0", "k1"));
  const std::size_t dark = svg.find("@media (prefers-color-scheme: dark)");
  EXPECT_LT(svg.find(".k1{fill:#555555}"), dark);
  EXPECT_GT(svg.find(".k1{fill:#777777}"), dark);
  EXPECT_LT(svg.find(".i0{fill:#222222}"), dark);
  EXPECT_GT(svg.find(".i0{fill:#444444}"), dark);
  EXPECT_THAT(svg, HasSubstr(">✓</text>"));
}

TEST(Svg, IntervalsLieInTheRowOfTheirRun) {
  const json rows = {{{"name", "good"}, {"mean", 0.6}, {"low", 0.5}, {"high", 0.7}},
                     {{"name", "bad"}, {"mean", 0.2}, {"low", 0.1}, {"high", 0.3}}};
  const std::string svg = to_svg(interval_chart(rows, "AP", "run"), "");
  EXPECT_THAT(all_of(marks_of(svg), " y1=\"([0-9.]*)\""), ElementsAre("12.0", "36.0"));
  EXPECT_THAT(all_of(marks_of(svg), " y2=\"([0-9.]*)\""), ElementsAre("12.0", "36.0"));
}

TEST(Svg, NamesFromFilesCannotBecomeMarkup) {
  const json rows = {{{"x", 1}, {"y", 2}, {"name", "</text><script>\x1b\xff"}, {"group", "<a>"}},
                     {{"x", 2}, {"y", 1}, {"name", "b"}, {"group", "&"}}};
  const std::string svg = to_svg(scatter_chart(rows, "<x>", "y", {.labels = true}), "\"caption\" </title>");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
}

TEST(Svg, ALogarithmicAxisHasAPowerOfTenPerTick) {
  const json rows = {{{"x", 3}, {"y", 0.5}, {"name", "a"}, {"group", "g"}},
                     {{"x", 4000}, {"y", 0.7}, {"name", "b"}, {"group", "g"}}};
  const std::string svg = to_svg(scatter_chart(rows, "ms", "AiP", {.log_x = true}), "");
  for (const char* tick : {">1<", ">10<", ">100<", ">1,000<", ">10,000<"}) EXPECT_THAT(svg, HasSubstr(tick));
}

TEST(Svg, ATreeHasALabelPerNodeAndTwoLinesPerEdge) {
  const json nodes = {{{"row", 0}, {"depth", 0}, {"label", "article[1] (3,1)"}, {"kind", "relevant"}},
                      {{"row", 1}, {"depth", 1}, {"label", "sec[1] (3,3)"}, {"kind", "ideal"}}};
  const json edges = {{{"x", 0}, {"y", 0}, {"x2", 0}, {"y2", 1}}, {{"x", 0}, {"y", 1}, {"x2", 1}, {"y2", 1}}};
  const std::string svg = to_svg(tree_chart(nodes, edges), "");
  // Rows of 22 pixels from the top, levels of 26 from the left.
  EXPECT_THAT(all_of(marks_of(svg), "translate\\(([^)]*)\\)"), ElementsAre("13.0 11.0", "39.0 33.0"));
  EXPECT_EQ(all_of(marks_of(svg), "(<line )").size(), 2);
  EXPECT_THAT(svg, HasSubstr(">sec[1] (3,3)</text>"));
}

TEST(ChartScale, TicksAreRoundNumbersInsideTheRange) {
  const auto labels = [](const json& channel, const json& values) {
    std::vector<std::string> found;
    const ChartScale scale(channel, values, 100);
    for (const AxisTick& tick : scale.ticks()) found.push_back(tick.label);
    return found;
  };
  const json plain = {{"type", "quantitative"}};
  EXPECT_THAT(labels(plain, {0, 0.93}), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(plain, {0, 12'345}),
              ElementsAre("0", "2,000", "4,000", "6,000", "8,000", "10,000", "12,000", "14,000"));
  EXPECT_THAT(labels({{"type", "quantitative"}, {"scale", {{"zero", false}}}}, {5, 5}),
              Not(testing::IsEmpty()));
  const ChartScale scale(plain, {0, 0.93}, 100);
  EXPECT_EQ(scale.at(0), 0);
  EXPECT_NEAR(scale.at(0.5), 50, 1e-9);
  EXPECT_NEAR(scale.at(1.0), 100, 1e-9);
}

}  // namespace
}  // namespace fovea
