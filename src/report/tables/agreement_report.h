// How alike two measures order the same runs (stats/measure_agreement.h), as a table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/tables/table.h"
#include "stats/measure_agreement.h"

namespace fovea {

using stats::make_agreement;
using stats::RunMeans;
using AgreementReport = stats::MeasureAgreement;

/// A row per group with all coefficients and their p.
Table coefficients(const AgreementReport& report);
/// "AP = 0.7195 + 0.0069 * AgP  (R^2 = 0.002)": the line of least squares through all runs; empty when there
/// is none.
std::string line_of(const AgreementReport& report);

/// What the same pairs of measures agree on, over one of several sets of runs.
struct SetAgreement {
  std::string name;
  std::vector<AgreementReport> reports;
};

/// A coefficient, and its p; "-" where there is none.
std::string value_cell(const stats::Computed<stats::Correlation>& correlation);
std::string p_cell(const stats::Computed<stats::Correlation>& correlation);

std::string to_text(const AgreementReport& report);
/// Everything, with the mean of every run under both sides: the points of a scatter plot.
std::string to_json(std::span<const AgreementReport> reports);
/// A row per pair of sides and group with every digit; empty where there is no such figure.
std::string to_csv(std::span<const AgreementReport> reports);
/// The same rows for readers: Markdown and LaTeX.
Table to_table(std::span<const AgreementReport> reports);

/// A row per coefficient and pair of measures, a column per set: of all runs of each. With every set's size above it as text.
Table to_table(std::span<const SetAgreement> sets);
std::string to_text(std::span<const SetAgreement> sets);
/// The rows and objects of each set, behind its name.
std::string to_csv(std::span<const SetAgreement> sets);
std::string to_json(std::span<const SetAgreement> sets);

}  // namespace fovea
