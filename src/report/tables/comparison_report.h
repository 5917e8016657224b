// What a comparison of runs says, and the ways to write it down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "stats/comparison.h"

namespace fovea {

/// The runs under one measure.
struct MeasureComparison {
  std::string measure;
  /// Names, by row of the matrix that was compared.
  std::vector<std::string> runs;
  std::size_t topics = 0;
  stats::Comparison comparison;
  /// Where the runs are shown in the order of another measure: that measure, and the rows, its best first.
  std::string order_by = {};
  std::vector<std::size_t> order = {};
};

struct ComparisonReport {
  stats::ComparisonPlan plan;
  /// Names of the runs the others were compared with; empty when all pairs were.
  std::vector<std::string> baselines;
  /// For the detectable difference and the topics needed.
  double power = 0.8;
  int decimals = 4;
  std::vector<MeasureComparison> measures;
  /// Characters in a line of text; 0 for any number.
  std::size_t width = 0;
};

/// The rows in the order they are shown in: that of another measure, or the ranking.
std::vector<std::size_t> shown_order(const MeasureComparison& measure);
/// "paired t-test, two-tailed, alpha 0.05, Holm correction": what was done.
std::string describe(const stats::ComparisonPlan& plan);
/// The same, with how it was sampled: "…; 1000 resamples, seed 1". For headings, captions and files.
std::string describe(const MeasureComparison& measure, const stats::ComparisonPlan& plan);
/// What a t-test of this pair can see: the smallest difference it finds, and the topics it needs for this
/// one.
struct PairPower {
  stats::Computed<double> detectable;
  stats::Computed<std::uint64_t> topics_needed;
};
PairPower power_of(const stats::ComparedPair& pair, const MeasureComparison& measure,
                   const ComparisonReport& report);
/// A line per reason for which pairs could not be tested, with their number and names; empty when all could.
std::string describe_untested(const MeasureComparison& measure);
/// A line about intervals beside one-tailed tests, which do not ask the same; empty for two-tailed ones.
std::string note_on_tails(const stats::ComparisonPlan& plan);
/// "0.0312", "<0.001", or why there is none in brackets; a bootstrap share of 0 is "<" one resample.
std::string format_p(const stats::Computed<double>& p, double value, const stats::ComparisonPlan& plan);
/// "[0.1234, 0.5678]", with a b before it where the bootstrap made it and t was planned; "-" when there is none.
std::string format_interval(const stats::Computed<stats::Interval>& interval,
                            const stats::ComparisonPlan& plan, int decimals);

/// A ranking with intervals and a matrix of stars, then the pairs if there are few, or a table per baseline;
/// a section per measure.
std::string to_text(const ComparisonReport& report);
/// A row per pair.
std::string to_csv(const ComparisonReport& report);
std::string to_json(const ComparisonReport& report);
/// A row per run, a column per measure, superscripts for what it is significantly better than.
std::string to_markdown(const ComparisonReport& report);
std::string to_latex(const ComparisonReport& report);

}  // namespace fovea
