// What an experiment with runs of known worth says about measures: means, expected orders, verdicts, curves.
#pragma once

#include <string>
#include <vector>

#include "report/tables/table.h"
#include "simulate/experiment.h"
#include "simulate/fidelity.h"

namespace fovea {

struct FidelityReport {
  Experiment experiment;
  /// Ranks of the runs behind their means (Kazai et al. 2005, Table 1).
  bool ranks = false;
  std::vector<MeasureVerdict> verdicts;
  std::vector<RunCurves> charts;
  bool prints_charts = true;  ///< in text and JSON; files of figures are made of all
  double alpha = 0.05;
  int decimals = 4;
};

/// A row per run, a column per measure.
Table means_of(const FidelityReport& report);
/// A row per expected order: difference, topics, p, outcome.
Table orders_of(const MeasureVerdict& verdict);

/// Means per run; per measure the orders; the verdicts last.
std::string to_text(const FidelityReport& report);
/// A row per measure and order.
std::string to_csv(const FidelityReport& report);
/// Everything, curves and scores per topic included.
std::string to_json(const FidelityReport& report);

/// "AgP(by=size) breaks 4 of 36 expected orders, 4 of them significantly", without what is broken.
std::string summary_of(const MeasureVerdict& verdict);

}  // namespace fovea
