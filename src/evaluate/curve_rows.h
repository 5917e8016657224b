// Curves as a table: one row per run, measure, topic and point, and the mean over the topics as topic "all".
//
//     run,measure,topic,x_axis,x,y_axis,y
//     VSM_06,inex2003o,101,recall,0.01,precision,0.8333333333333334
//
// CSV as of RFC 4180; numbers in their shortest exact form. Measures without a curve have no rows.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "evaluate/evaluation_outcome.h"

namespace fovea {

/// The line of column names.
std::string curve_header();
/// Appends the rows of one run: its topics in order, each with the measures in order, then the means.
void append_curve_rows(std::string& out, const RunOutcome& run, std::span<const ScoredMeasure> measures);

/// The mean of a measure's curves over the topics, which have their points at the same places.
Curve mean_curve(std::span<const TopicCurves> curves, std::size_t measure);

}  // namespace fovea
