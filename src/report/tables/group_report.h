// Means and deviations of scores, for all topics and for groups of them.
#pragma once

#include <span>
#include <string>

#include "report/tables/score_report.h"
#include "scores/scores.h"

namespace fovea {

struct GroupReport {
  /// kText: a row per run and group with `mean ± deviation` for each measure; kTsv, kCsv and kJson: a row or object
  /// per run, group and measure.
  ScoreFormat format = ScoreFormat::kText;
  int decimals = 4;
  /// Deviations are divided by n, as Chroma's are, and not by n − 1.
  bool population = false;
};

/// `groups` names the group of each topic of the scores. Groups come in the order of their first topic, all topics
/// together last. Sums and other measures that are no means have no deviation.
std::string to_text(const Scores& scores, std::span<const std::string> groups, const GroupReport& report);

}  // namespace fovea
