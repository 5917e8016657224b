// How alike two measures order the same runs, as a table: all runs, and the top of either.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "report/table.h"
#include "stats/agreement.h"

namespace fovea {

/// One side of an agreement: a measure, or a measure at some depth, and the mean of each run.
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

  static constexpr std::size_t kTop = 10;
};

/// Both sides have a mean for every run.
AgreementReport make_agreement(std::vector<std::string> runs, RunMeans first, RunMeans second);

std::string to_text(const AgreementReport& report);
std::string to_json(std::span<const AgreementReport> reports);
/// A row per pair of measures and group, for CSV, Markdown and LaTeX.
Table to_table(std::span<const AgreementReport> reports);

}  // namespace fovea
