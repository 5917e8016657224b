// Curves of sweeps: read, or said to be none.
#include "evaluate/track/efficiency_curve.h"

#include <gtest/gtest.h>

namespace fovea {
namespace {

std::string said_about_curve(std::string_view text) {
  Diagnostics diagnostics;
  const auto curve = read_efficiency_curve(InputFile::from_memory("c.tsv", text), diagnostics);
  EXPECT_EQ(curve.has_value(), diagnostics.ok());
  return diagnostics.kept().empty() ? std::string() : to_string(diagnostics.kept().front());
}

constexpr std::string_view kCurveHead = "run\tk\tK\tmedian_ms\tp99_ms\tpostings\toverlap\tAP\n";

TEST(EfficiencyCurve, HasSettingsCostsAndScores) {
  Diagnostics diagnostics;
  const auto curve = read_efficiency_curve(
      InputFile::copy_of("c.tsv", std::string(kCurveHead) + "k15-K1\t15\t1\t0.5\t0.75\t3\t0.25\t0.125\r\n"),
      diagnostics);
  ASSERT_TRUE(curve);
  EXPECT_EQ(curve->settings, (std::vector<std::string>{"k", "K"}));
  EXPECT_EQ(curve->measures, (std::vector<std::string>{"AP"}));
  ASSERT_EQ(curve->points.size(), 1U);
  const EfficiencyPoint& point = curve->points[0];
  EXPECT_EQ(point.run, "k15-K1");
  EXPECT_EQ(point.settings, (std::vector<std::string>{"15", "1"}));
  EXPECT_EQ(point.median_ms, 0.5);
  EXPECT_EQ(point.p99_ms, 0.75);
  EXPECT_EQ(point.postings, 3);
  EXPECT_EQ(point.overlap, 0.25);
  EXPECT_EQ(point.scores, (std::vector<double>{0.125}));
}

TEST(EfficiencyCurve, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(said_about_curve(""), "c.tsv: found an empty file, expected the curve of a sweep");
  EXPECT_EQ(
      said_about_curve("run\tAP\n"),
      "c.tsv:1: found 'run\\x09AP', expected the head of a curve: run, settings, median_ms, p99_ms, postings, "
      "overlap, measures");
  EXPECT_EQ(said_about_curve(std::string(kCurveHead) + "a\t1\n"),
            "c.tsv:2: found 2 columns, expected 8, as in the head");
  EXPECT_EQ(said_about_curve(std::string(kCurveHead) + "a\t1\t2\tx\t0\t0\t0\t0\n"),
            "c.tsv:2: found 'x', expected a number");
}

}  // namespace
}  // namespace fovea
