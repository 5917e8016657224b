// What trec_eval calls things and in which order it prints them (`--compat trec_eval`).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/topic_scorer.h"
#include "measures/measure.h"
#include "measures/registry.h"
#include "scores/scores.h"

namespace fovea {

/// "map", "P_10", "iprec_at_recall_0.10"; the canonical name where trec_eval has none, or has no such
/// parameters.
std::string trec_eval_name(const MeasureName& name, const Registry& registry = measure_registry());

/// Into the order of trec_eval's output, cutoffs ascending, whatever the order they were asked for; measures
/// it does not know come last.
void sort_as_trec_eval(std::vector<MeasureName>& names, const Registry& registry = measure_registry());

/// The scores of one run with the topics as trec_eval prints them: by the bytes of their ids, and only those the
/// run answers with scores. Summaries are made again in that order, which the last digit of a mean depends on.
Scores arrange_as_trec_eval(const Scores& scores, std::span<const std::string> missing,
                            const TopicScorer& scorer);

/// trec_eval's sets of measures begin with the run's id; so does what it prints when nothing is asked for.
bool trec_eval_prints_run_id(std::span<const std::string> expressions,
                             const Registry& registry = measure_registry());

/// trec_eval prints the number of topics and geometric means for the whole run only. By its own name.
bool trec_eval_prints_per_topic(std::string_view name);

}  // namespace fovea
