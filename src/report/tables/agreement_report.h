// How alike two measures, or one at two depths or under two sets of judgements, order the same runs, as a
// table: all runs, and the top of either.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/tables/table.h"
#include "stats/agreement.h"

namespace fovea {

/// One side of an agreement: a measure, perhaps at some depth or under some judgements, and the mean of each
/// run.
struct RunMeans {
  std::string name;
  std::vector<double> means;
};

struct AgreementGroup {
  std::string name;  ///< "all runs", "top 10 of AP"
  stats::Agreement agreement;
};

struct AgreementReport {
  std::vector<std::string> runs;
  RunMeans first;
  RunMeans second;
  /// All runs; then, where there are more than kTop runs, the top of either.
  std::vector<AgreementGroup> groups;
  /// That the means are of, where they are of one number of topics.
  std::optional<std::size_t> topics;

  static constexpr std::size_t kTop = 10;
};

/// Both sides have a mean for every run.
AgreementReport make_agreement(std::vector<std::string> runs, RunMeans first, RunMeans second,
                               std::optional<std::size_t> topics = std::nullopt);

/// A row per group with all coefficients and their p.
Table coefficients(const AgreementReport& report);
/// "AP = 0.7195 + 0.0069 * AgP  (R^2 = 0.002)": the line of least squares through all runs; empty when there
/// is none.
std::string line_of(const AgreementReport& report);

std::string to_text(const AgreementReport& report);
/// Everything, with the mean of every run under both sides: the points of a scatter plot.
std::string to_json(std::span<const AgreementReport> reports);
/// A row per pair of sides and group with every digit; empty where there is no such figure.
std::string to_csv(std::span<const AgreementReport> reports);
/// The same rows for readers: Markdown and LaTeX.
Table to_table(std::span<const AgreementReport> reports);

}  // namespace fovea
